import { folderOf, foldersAbove, type Listing, nameIn } from '#objects/listing.ts'

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
