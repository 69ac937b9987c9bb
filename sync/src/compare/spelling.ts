import { folderOf, foldersAbove, type Listing, nameIn } from '#objects/listing.ts'
import type { Ancestor } from './merge-paths.ts'

/** The branch at the last sync, in the branch's current spelling: equivalent names are one file. */
export function spelledAncestor({ listing, differs }: Ancestor, remote: Listing): Ancestor {
  const spell = spellingOf(remote)

  return {
    listing:
      listing === remote ? listing : { ...listing, entries: respell(listing.entries, spell) },
    differs: respell(differs, spell),
  }
}

/** If two names become equal, the one already spelled that way is kept. */
function respell<T>(byPath: ReadonlyMap<string, T>, spell: (path: string) => string) {
  const spelled = new Map<string, T>()
  for (const [path, one] of byPath) {
    const name = spell(path)
    if (name === path || !byPath.has(name)) spelled.set(name, one)
  }
  return spelled
}

/**
 * How a path is written. macOS takes letters with accents apart; where the branch has a name that reads the same, its
 * spelling is used, else the composed one.
 */
export function spellingOf({ entries, folders }: Listing): (path: string) => string {
  const spelled = new Map<string, string>()
  for (const path of [...entries.keys(), ...folders.keys()]) {
    for (const one of [path, ...foldersAbove(path)]) {
      const composed = one.normalize('NFC')
      if (composed !== one) spelled.set(composed, one)
    }
  }
  const spell = (path: string): string => {
    const known = spelled.get(path)
    if (known !== undefined || !path.includes('/')) return known ?? path
    return `${spell(folderOf(path))}/${nameIn(path)}`
  }

  return (path) => {
    const composed = path.normalize('NFC')
    return spelled.size === 0 || entries.has(composed) ? composed : spell(composed)
  }
}
