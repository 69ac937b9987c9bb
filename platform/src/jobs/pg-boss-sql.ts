import type { Sql } from '#db/database.ts'

type Execute = { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** Lets pg-boss execute SQL through a given transaction or the database. */
export const executeThrough = (ask: Sql['query']): Execute => ({
  executeSql: (text, values) => ask(translate(text), values),
})

// A small, fixed set of statements.
const translated = new Map<string, string>()

function translate(text: string): string {
  const known = translated.get(text)
  if (known !== undefined) return known

  const ours = asOneStatement(inProductTime(text))
  translated.set(text, ours)
  return ours
}

/** pg-boss uses PostgreSQL's clock; jobs must use the product's, which can be moved. */
const inProductTime = (text: string) => text.replace(/(?<![.\w])now\(\)/g, 'ops.now()')

/** pg-boss sends some transactions as a script, which the extended protocol does not accept. */
function asOneStatement(text: string): string {
  const script = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(text)?.[1]

  return script === undefined
    ? text
    : `do $pgboss$ begin execute $script$ ${script} $script$; end $pgboss$`
}
