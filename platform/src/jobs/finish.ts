import { cut } from '@app/contract/storable'
import type PgBoss from 'pg-boss'
import { type Database, theServer } from '#db/database.ts'
import { GiveUp } from './give-up.ts'
import { partitionOf, SCHEMA } from './queue.ts'

const LONGEST_REASON = 500

/** Records the outcome of claimed jobs. */
export function finisher(db: Database, boss: PgBoss) {
  const set = (text: string, name: string, ids: string[]) =>
    db.ask(theServer, { text, values: [name, ids] })

  return {
    async succeeded(name: string, ids: string[]) {
      await set(completeIn(partitionOf(name)), name, ids)
    },
    async failed(name: string, ids: string[], error: unknown) {
      const [one, ...others] = ids
      if (one === undefined) return

      if (error instanceof GiveUp) await set(LAST_TRY, name, [one])
      await boss.fail(name, one, reasonOf(error))
      // Jobs of one batch ask for the same, so one retry is enough.
      if (others.length > 0) await set(completeIn(partitionOf(name)), name, others)
    },
    /** The server stops: the job is due at once, and the try is not counted. */
    async givenBack(name: string, ids: string[]) {
      await set(GIVE_BACK, name, ids)
    },
  }
}

export type Finisher = ReturnType<typeof finisher>

/** Only the message: fields of library errors may hold rows, addresses and passwords. */
function reasonOf(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error)

  return { message: cut(message, LONGEST_REASON) }
}

/** As pg-boss does, but planned once: see `claim.ts`. */
const completeIn = (partition: string) => `
  update ${partition}
     set completed_on = ops.now(), state = 'completed', output = null
   where name = $1 and id = any ($2::uuid[]) and state = 'active'`

const LAST_TRY = `
  update ${SCHEMA}.job set retry_limit = retry_count where name = $1 and id = any ($2::uuid[])`

const GIVE_BACK = `
  update ${SCHEMA}.job
     set state = 'retry', started_on = null, start_after = ops.now()
   where name = $1 and id = any ($2::uuid[]) and state = 'active'`
