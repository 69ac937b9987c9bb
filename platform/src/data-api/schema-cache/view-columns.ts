import type { ViewRow } from './views-catalog.ts'

export type ColumnOrigin = { tableId: number; place: number }

/** For every view: the table column behind each view column, also through nested views. */
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

  // A view cannot depend on itself; the check prevents an endless loop on a broken catalog.
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

/** A node of a parsed query: its kind, and its fields by name. */
type TreeNode = { kind: string; fields: Map<string, TreeValue[]> }

type TreeValue = string | TreeNode | TreeValue[]

/**
 * Parses PostgreSQL's node trees, the stored form of a view's query: `{KIND :field value … }`, lists in parentheses, backslash escapes.
 */
function readNodeTree(text: string): TreeValue[] {
  const top: TreeValue[] = []
  const open: { values: TreeValue[]; node: TreeNode | null }[] = [{ values: top, node: null }]

  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1)
    if (!inner) return top

    if (token === '(') open.push({ values: within(inner.values, []), node: null })
    else if (token === '{') open.push({ values: [], node: within(inner.values, emptyNode()) })
    else if (token === ')' || token === '}') open.pop()
    else takeWord(inner, token)
  }
  return top
}

const TOKEN = /[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g

const emptyNode = (): TreeNode => ({ kind: '', fields: new Map() })

function within<Value extends TreeValue>(values: TreeValue[], value: Value): Value {
  values.push(value)
  return value
}

function takeWord(inner: { values: TreeValue[]; node: TreeNode | null }, token: string): void {
  const { node } = inner

  if (node && node.kind === '') node.kind = token
  else if (node && token.startsWith(':')) {
    inner.values = []
    node.fields.set(token.slice(1), inner.values)
  } else inner.values.push(token)
}
