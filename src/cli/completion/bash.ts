/** Completion script for bash 3.2 (the version of macOS) and newer. */

import type { CommandWords, Value } from './words.ts'

/** Returns the script. It finds the command on the line, then the words for the position of the cursor. */
export function bashScript(commands: CommandWords[]): string {
  const paths = commands.map(({ path }) => path).filter(path => path !== '')
  return `# Completion of sepet for bash: source <(sepet completion bash)
_sepet() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' options='' files='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${command:+$command }\${COMP_WORDS[i]}" in
      ${paths.map(quote).join('|')}) command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command" in
${commands.map(describeCommand).join('\n')}
  esac
  case "$command $before" in
${commands.flatMap(describeValues).join('\n')}
    *) if [[ $word == -* || -z $words$files ]]; then words=$options files=''; fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [[ -n $files ]]; then
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$word"))
  fi
}
complete -F _sepet sepet
`
}

function describeCommand({ path, subcommands, options, argument }: CommandWords): string {
  const words = [...subcommands.map(({ word }) => word), ...(argument?.choices ?? [])]
  const flags = options.flatMap(option => option.flags)
  return `    ${quote(path)}) ${describe({ choices: words, isFile: argument?.isFile ?? false })} options=${quote(flags.join(' '))} ;;`
}

function describeValues({ path, options }: CommandWords): string[] {
  return options.flatMap(({ flags, value }) => {
    if (!value) return []
    return [`    ${flags.map(flag => quote(`${path} ${flag}`)).join('|')}) ${describe(value)} ;;`]
  })
}

function describe({ choices, isFile }: Value): string {
  return `words=${quote(choices.join(' '))} files=${isFile ? 'yes' : ''}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
