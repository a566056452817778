/** Completion script for zsh: commands and options with their descriptions. */

import type { CommandWords, Value, Word } from './words.ts'

/** Returns the script. It can be sourced after `compinit`, or stored as the file `_sepet` in `$fpath`. */
export function zshScript(commands: CommandWords[]): string {
  const paths = commands.map(({ path }) => path).filter(path => path !== '')
  return `#compdef sepet
# Completion of sepet for zsh: source <(sepet completion zsh)
_sepet() {
  local command='' files='' before=$words[CURRENT-1] i
  local -a completions options
  for ((i = 2; i < CURRENT; i++)); do
    case "\${command:+$command }$words[i]" in
      ${paths.map(quote).join('|')}) command="\${command:+$command }$words[i]" ;;
    esac
  done
  case "$command" in
${commands.map(describeCommand).join('\n')}
  esac
  case "$command $before" in
${commands.flatMap(describeValues).join('\n')}
    *) if [[ $PREFIX == -* || ( -z $files && $#completions -eq 0 ) ]]; then completions=($options) files=''; fi ;;
  esac
  (( $#completions )) && _describe 'sepet' completions
  [[ -n $files ]] && _files
}
if [[ $funcstack[1] == _sepet ]]; then _sepet "$@"; else compdef _sepet sepet; fi
`
}

function describeCommand({ path, subcommands, options, argument }: CommandWords): string {
  const flags = options.flatMap(({ flags, about }) => flags.map(word => ({ word, about })))
  return `    ${quote(path)}) ${describe(subcommands, argument)} options=(${list(flags)}) ;;`
}

function describeValues({ path, options }: CommandWords): string[] {
  return options.flatMap(({ flags, value }) => {
    if (!value) return []
    return [`    ${flags.map(flag => quote(`${path} ${flag}`)).join('|')}) ${describe([], value)} ;;`]
  })
}

function describe(words: Word[], value: Value | undefined): string {
  const choices = (value?.choices ?? []).map(word => ({ word, about: '' }))
  return `completions=(${list([...words, ...choices])}) files=${value?.isFile ? 'yes' : ''}`
}

/** In zsh, a colon separates a word from its description. */
function list(words: Word[]): string {
  return words
    .map(({ word, about }) => quote(about === '' ? word : `${word}:${about.replaceAll(':', '\\:')}`))
    .join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
