import { readNodeTree, type TreeNode, type TreeValue } from './node-tree.ts'
import type { ViewRow } from './views-catalog.ts'

export type ColumnOrigin = { tableId: number; place: number }

/** For every view: the table column that each of its columns copies, through views on views. */
export function viewColumnOrigins(
  views: readonly ViewRow[],
): Map<number, ReadonlyMap<number, ColumnOrigin>> {
  const direct = new Map(views.map((view) => [view.id, directOrigins(view.rule)]))

  return new Map(
    views.map(({ id }) => {
      const origins = [...(direct.get(id) ?? [])].map(
        ([place, origin]) => [place, followViews(origin, direct)] as const,
      )
      return [id, new Map(origins)]
    }),
  )
}

function directOrigins(rule: string): Map<number, ColumnOrigin> {
  const query = firstNode(readNodeTree(rule))
  const targets = query?.fields.get('targetList')?.[0]
  const origins = new Map<number, ColumnOrigin>()

  for (const target of Array.isArray(targets) ? targets : []) {
    if (typeof target === 'string' || Array.isArray(target)) continue
    const tableId = numberIn(target, 'resorigtbl')
    if (tableId !== 0)
      origins.set(numberIn(target, 'resno'), { tableId, place: numberIn(target, 'resorigcol') })
  }
  return origins
}

function followViews(
  start: ColumnOrigin,
  direct: ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>,
): ColumnOrigin {
  const visited = new Set<number>()
  let origin = start

  // A view cannot depend on itself, but a broken catalog must not cause an endless loop.
  while (!visited.has(origin.tableId)) {
    visited.add(origin.tableId)
    const next = direct.get(origin.tableId)?.get(origin.place)
    if (!next) break
    origin = next
  }
  return origin
}

function firstNode(values: readonly TreeValue[]): TreeNode | undefined {
  const [first] = values
  if (first === undefined || typeof first === 'string') return undefined

  return Array.isArray(first) ? firstNode(first) : first
}

const numberIn = (node: TreeNode, field: string): number => Number(node.fields.get(field)?.[0] ?? 0)
