import { execute, explainOnly, type Result } from '#data-api/execution/execute.ts'
import { explained } from '#data-api/sql/plan-statement.ts'
import { filled, type Slotted } from '#data-api/sql/slots.ts'
import { type Context, transactionOf } from './context.ts'
import type { Ready } from './prepare.ts'
import type { Prepared } from './prepared.ts'
import type { ReplicaReads } from './replica-reads.ts'
import { withAdmission } from './with-admission.ts'

type Options = {
  values: Ready['values']
  readOnly: boolean
  explain?: Slotted | undefined
  judge: ((result: Result) => void) | undefined
}

/** Runs a prepared request; returns text if its query plan was requested. */
export function runPrepared(
  context: Context,
  prepared: Prepared,
  { values, readOnly, explain, judge }: Options,
): Promise<Result | string> {
  const { type } = prepared
  const main = filled(prepared.main, values)
  const transaction = transactionOf(
    context,
    prepared.kind === 'call' ? prepared.routine : undefined,
  )
  if (type.kind === 'plan') {
    const plan = explained(main, type.format, type.options)
    return withAdmission(context, ({ needs, caller }) =>
      explainOnly(needs, caller, { transaction, main: plan, readOnly }),
    )
  }

  const run = (on: Context) =>
    withAdmission(on, ({ needs, caller }) =>
      execute(needs, caller, {
        transaction,
        main,
        isRaw: prepared.isRaw,
        explain: explain && filled(explain, values),
        readOnly,
        judge,
      }),
    )
  const { replica } = context.needs
  if (!replica) return run(context)
  if (replica.mayServe(context, prepared)) return readFrom(replica, context, run)

  return readOnly ? run(context) : noting(replica, context, run)
}

/** What the replica refuses or cannot answer is asked of the primary once. */
async function readFrom(
  replica: ReplicaReads,
  context: Context,
  run: (on: Context) => Promise<Result>,
): Promise<Result> {
  const { db, admission } = replica
  try {
    const result = await run({ ...context, needs: { ...context.needs, db, admission } })
    replica.served()
    return result
  } catch (error) {
    if (!replica.isRepeated(error)) throw error
    return run(context)
  }
}

/** Also after a failure: a connection that was lost during the commit may have written. */
const noting = (
  replica: ReplicaReads,
  context: Context,
  run: (on: Context) => Promise<Result>,
): Promise<Result> =>
  run(context).finally(() => replica.wrote(context.caller, context.request.clientAddress))
