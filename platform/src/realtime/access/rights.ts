import { randomUUID } from 'node:crypto'
import type { Database, Statement } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import type { Caller } from './read-token.ts'

export type Extension = 'broadcast' | 'presence'

export type Question = {
  caller: Caller
  topic: string
  /** Headers of the handshake as JSON, without credentials. */
  headers: string
}

/** `over`: the session or account of the token has ended. */
export type ReadRights = { over: boolean } & Record<Extension, boolean>

const LIMIT_MS = 5_000

/**
 * Asks the policies of `realtime.messages`: the owner inserts a row per extension, the caller looks for them, and all is undone. A policy
 * that raises gives no right.
 */
export async function readRights(
  db: Database,
  question: Question,
  extensions: readonly Extension[],
): Promise<ReadRights> {
  const probes = extensions.map((extension) => ({ extension, id: randomUUID() }))
  const ids = probes.map(({ id }) => id)
  const statements: Statement[] = [
    BECOME_OWNER,
    {
      text: `insert into realtime.messages (id, topic, extension, private, event)
             select id, $3, extension, true, 'probe' from unnest($1::uuid[], $2::text[]) as probe (id, extension)`,
      values: [ids, extensions, question.topic],
    },
    becomeCaller(question),
    IS_CURRENT,
    { text: 'select id from realtime.messages where id = any ($1::uuid[])', values: [ids] },
  ]
  const answers = await unlessRefused(() =>
    db.askAll(question.caller, statements, {
      undo: true,
      settings: PROBING,
      statementLimitMs: LIMIT_MS,
    }),
  )
  const seen = new Set(answers?.[4]?.rows.map(({ id }) => id))
  const sees = (extension: Extension) =>
    probes.some((probe) => probe.extension === extension && seen.has(probe.id))

  return {
    over: answers?.[3]?.rows[0]?.is_current === false,
    broadcast: sees('broadcast'),
    presence: sees('presence'),
  }
}

/** Whether the caller may insert such a message. */
export async function writeRight(
  db: Database,
  question: Question,
  extension: Extension,
): Promise<boolean> {
  const statements: Statement[] = [
    becomeCaller(question),
    {
      text: `insert into realtime.messages (topic, extension, private, event) values ($1, $2, true, 'probe')`,
      values: [question.topic, extension],
    },
  ]
  const answers = await unlessRefused(() =>
    db.askAll(question.caller, statements, {
      undo: true,
      settings: PROBING,
      statementLimitMs: LIMIT_MS,
    }),
  )
  return answers !== null
}

/** Whether the session and account behind a token still exist. */
export async function isCurrent(db: Database, caller: Caller): Promise<boolean> {
  if (caller.claims.sub === undefined) return true
  const { rows } = await db.ask<{ is_current: boolean }>(caller, IS_CURRENT, {
    statementLimitMs: LIMIT_MS,
  })

  return rows[0]?.is_current === true
}

const PROBING = { 'realtime.probing': 'on' }
const BECOME_OWNER: Statement = { text: `select set_config('role', 'none', true)` }
const IS_CURRENT: Statement = { text: 'select auth.is_current()' }

const becomeCaller = ({ caller: { role, claims }, topic, headers }: Question): Statement => ({
  text: `select set_config('realtime.topic', $1, true), set_config('request.headers', $2, true),
                set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $4, true),
                set_config('role', $4, true)`,
  values: [topic, headers, claims.sub ?? '', role],
})

/** Errors of the statements themselves are a refusal; a database that does not answer is an error. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const state = sqlState(error)
    if (state === undefined || isTemporary(state)) throw error
    return null
  }
}

/** Connection, resources, conflicts, cancelled, shutting down. */
const isTemporary = (state: string) => /^(08|53|40|57|58)/.test(state)
