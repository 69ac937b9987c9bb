import type { Change } from '@app/sync/changes'
import { type ReactNode, useCallback, useState } from 'react'
import { LineCounts, type LineCountsOf } from '#diffs/line-counts.tsx'
import { isCountable } from '#diffs/use-sides.ts'
import { FolderRows } from './folder-rows.tsx'
import { foldersOf } from './folders.ts'
import { RowGroup } from './row-group.tsx'

/** Counting a changed file takes one request to GitHub; further files are counted when they are opened. */
export const COUNTED_AT_ONCE = 20

export type Counted = {
  isCounted: boolean
  onCounted: (path: string, counts: LineCountsOf) => void
}

type Props = {
  title: string
  rows: readonly Change[]
  /** Before the path of a folder. */
  folderLead?: (path: string, changes: Change[]) => ReactNode
  /** Each renders a `ChangeRow` with what it gets. */
  children: (change: Change, counted: Counted) => ReactNode
}

/** Changed files with their counts, and the sum once every file is counted. */
export function CountedRows({ title, rows, folderLead, children }: Props) {
  const [counts, setCounts] = useState<ReadonlyMap<string, LineCountsOf>>(new Map())
  const onCounted = useCallback(
    (path: string, one: LineCountsOf) => setCounts((known) => new Map(known).set(path, one)),
    [],
  )
  const total = sumOf(rows.filter(isCountable), counts)
  const folders = foldersOf(rows)
  const aside = total && <LineCounts {...total} />
  const row = (change: Change, index: number) =>
    children(change, { isCounted: index < COUNTED_AT_ONCE, onCounted })

  if (folders) {
    return (
      <RowGroup title={title} rows={folders} count={rows.length} isOpenFirst aside={aside}>
        {(folder) => (
          <FolderRows
            key={folder.path}
            folder={folder}
            lead={folderLead?.(
              folder.path,
              folder.rows.map(({ change }) => change),
            )}
          >
            {({ change, index }) => row(change, index)}
          </FolderRows>
        )}
      </RowGroup>
    )
  }
  return (
    <RowGroup title={title} rows={rows} isOpenFirst aside={aside}>
      {row}
    </RowGroup>
  )
}

/** Null while a file is not counted, or nothing can be. */
function sumOf(rows: Change[], counts: ReadonlyMap<string, LineCountsOf>): LineCountsOf | null {
  const known = rows.map(({ path }) => counts.get(path))
  if (known.length === 0 || known.includes(undefined)) return null

  return {
    added: known.reduce((sum, one) => sum + (one?.added ?? 0), 0),
    removed: known.reduce((sum, one) => sum + (one?.removed ?? 0), 0),
  }
}
