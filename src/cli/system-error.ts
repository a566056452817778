/** Messages for errors of the operating system. */

const words: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
}

/** Returns the message for the code of a file error, or else the message of the error. */
export function explainSystemError(error: unknown): string {
  const { code = '', message } = error as Partial<NodeJS.ErrnoException>
  return words[code] ?? message ?? String(error)
}
