import type { Sql } from '#db/database.ts'
import type { Bucket, Take, TakeChoice } from './limit.ts'
import { type OnRefused, refuse } from './refuse.ts'

type Outcome = { refused: string | null; wait_s: number | null }

/** Takes one token from every bucket, or none if any bucket is empty. */
export async function takeAll(refused: OnRefused, sql: Sql, takes: readonly Take[]): Promise<void> {
  if (takes.length === 0) return

  const { rows } = await sql.query<Outcome>('select * from ops.take_all($1::jsonb)', [
    asJson(takes),
  ])
  throwRefusal(refused, rows[0], takes)
}

/** The same for one of two lists of buckets. Returns the list that was charged. */
export async function takeChosen(
  refused: OnRefused,
  sql: Sql,
  { condition, whenTrue, whenFalse }: TakeChoice,
): Promise<readonly Take[]> {
  const [first, second] = [condition.values.length + 1, condition.values.length + 2]
  const { rows } = await sql.query<Outcome & { holds: boolean }>(
    `select choice.holds, outcome.refused, outcome.wait_s
       from (select ${condition.text} as holds) as choice
      cross join lateral ops.take_all(
        case when choice.holds then $${first}::jsonb else $${second}::jsonb end
      ) as outcome`,
    [...condition.values, asJson(whenTrue), asJson(whenFalse)],
  )
  const taken = rows[0]?.holds ? whenTrue : whenFalse
  throwRefusal(refused, rows[0], taken)
  return taken
}

const asJson = (takes: readonly Take[]) =>
  JSON.stringify(
    takes.map(({ others, ...first }) => ({
      ...bucketJson(first),
      ...(others && { others: others.map(bucketJson) }),
    })),
  )

const bucketJson = ({ key, limit: { burst, perSecond }, keep = 0 }: Bucket) => ({
  key,
  burst,
  per_second: perSecond,
  keep,
})

function throwRefusal(
  refused: OnRefused,
  outcome: Outcome | undefined,
  takes: readonly Take[],
): void {
  if (!outcome || outcome.refused === null) return

  const isRefused = ({ key }: Bucket) => key === outcome.refused
  const { refusal } = takes.find((one) => isRefused(one) || one.others?.some(isRefused)) ?? {}
  throw refuse(refused, outcome.refused, outcome.wait_s ?? 1, refusal)
}
