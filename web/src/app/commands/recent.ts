import { readStored, writeStored } from '#browser/storage.ts'

const SHOWN = 5

/** One list per member, since several may share a browser. Stores only ids; names are loaded. */
const keyOf = (memberId: string) => `recent-commands-${memberId}`

export function recentCommands(memberId: string): string[] {
  const stored = readStored(keyOf(memberId))

  return stored ? stored.split(' ').slice(0, SHOWN) : []
}

export function rememberCommand(memberId: string, id: string): void {
  const others = recentCommands(memberId).filter((other) => other !== id)

  writeStored(keyOf(memberId), [id, ...others].slice(0, SHOWN).join(' '))
}
