import { type Listing, listingOf } from '#objects/listing.ts'
import type { Comparison, ProjectFile } from './comparison.ts'
import type { Ancestor, LocalEntry } from './merge-paths.ts'
import { spelledAncestor } from './spelling.ts'

export type Sides = {
  remote: Listing
  ancestor: Ancestor | null
  entries: Map<string, LocalEntry>
  /** Left out unless the member selects them. */
  envEntries: Map<string, LocalEntry>
}

/** Converts a comparison's plain lists to maps by path. */
export function sidesOf({ inputs, options }: Comparison): Sides {
  const remote = listingOf(inputs.remote)
  const listing =
    inputs.ancestor === 'remote' ? remote : inputs.ancestor && listingOf(inputs.ancestor)
  const differs = new Map(Object.entries(options.base?.differs ?? {}))

  return {
    remote,
    ancestor: listing && spelledAncestor({ listing, differs }, remote),
    entries: entriesOf(inputs.files, 'going'),
    envEntries: entriesOf(inputs.files, 'env'),
  }
}

export const entriesOf = (
  files: readonly ProjectFile[],
  wanted: ProjectFile[4],
): Map<string, LocalEntry> =>
  new Map(
    files
      .filter(([, , , , part]) => part === wanted)
      .map(([path, sha, size, mode]) => [path, { sha, size, mode }]),
  )
