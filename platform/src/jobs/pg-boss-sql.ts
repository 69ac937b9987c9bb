import type { Sql } from '#db/database.ts'

type Execute = { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** Lets pg-boss speak through a transaction or through the database, whichever is asked. */
export const executeThrough = (ask: Sql['query']): Execute => ({
  executeSql: (text, values) => ask(translate(text), values),
})

// Few, and each is asked for again and again.
const translated = new Map<string, string>()

function translate(text: string): string {
  const known = translated.get(text)
  if (known !== undefined) return known

  const ours = asOneStatement(inProductTime(text))
  translated.set(text, ours)
  return ours
}

/** pg-boss reads PostgreSQL's own clock; a job's day, like everyone's here, follows the given one. */
const inProductTime = (text: string) => text.replace(/(?<![.\w])now\(\)/g, 'ops.now()')

/** pg-boss sends some transactions as one script, which our driver's protocol does not know. */
function asOneStatement(text: string): string {
  const script = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(text)?.[1]

  return script === undefined
    ? text
    : `do $pgboss$ begin execute $script$ ${script} $script$; end $pgboss$`
}
