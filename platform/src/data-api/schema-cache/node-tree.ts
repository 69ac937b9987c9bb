/** A node of a parsed query: its kind, and its fields by name. */
export type TreeNode = { kind: string; fields: Map<string, TreeValue[]> }

export type TreeValue = string | TreeNode | TreeValue[]

/**
 * Parses PostgreSQL's node trees, in which it stores a view's query: `{KIND :field value … }`, lists in parentheses,
 * and a backslash before special characters.
 */
export function readNodeTree(text: string): TreeValue[] {
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
