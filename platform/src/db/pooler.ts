import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#errors/start-error.ts'
import { withDeadline } from './deadline.ts'
import { sqlState } from './errors.ts'
import { loginRoleOf } from './roles.ts'
import { addressOf } from './unsuitable-server.ts'

/** `auto` tries whether a pooler keeps the prepared statements of its clients apart. */
export type Preparing = 'auto' | 'on' | 'off'

const TRIAL_LIMIT_MS = 10_000
const HELD_MS = 1_000
const TRIAL_ROUNDS = 3

type Options = {
  app: string
  /** A connection to PostgreSQL itself, which the pooler must lead to as well. */
  direct: pg.Client
  connect: () => Promise<pg.Client>
  preparing: Preparing
  statementLimitMs: number
  idleLimitMs: number
}

type Session = {
  role: string
  isSuperuser: boolean
  database: string
  startedAt: string
  statementLimitMs: number
  idleLimitMs: number
}

/** Checks what a pooler would get wrong without an error. Returns whether statements may be prepared. */
export async function checkPooler(options: Options): Promise<boolean> {
  const one = await options.connect()

  try {
    refuseSession(one, await sessionOf(one), await sessionOf(options.direct), options)
    if (options.preparing !== 'auto') return options.preparing === 'on'

    const other = await options.connect()
    try {
      if (await withDeadline(one, TRIAL_LIMIT_MS, () => keepsApart(one, other))) return true
    } finally {
      await other.end()
    }
    throw new StartError(
      `The pooler at ${addressOf(one)} mixes the prepared statements of its clients: set DATABASE_PREPARED=off, or use PgBouncer 1.21 with max_prepared_statements.`,
    )
  } finally {
    await one.end()
  }
}

async function sessionOf(client: pg.Client): Promise<Session> {
  const { rows } = await client.query<Session>(`
    select current_user as role,
           current_setting('is_superuser') = 'on' as "isSuperuser",
           current_database() as database,
           extract(epoch from pg_postmaster_start_time())::text as "startedAt",
           (select setting::int from pg_settings where name = 'statement_timeout') as "statementLimitMs",
           (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout') as "idleLimitMs"`)

  return rows[0] as Session
}

function refuseSession(client: pg.Client, pooled: Session, direct: Session, options: Options) {
  const problem = problemOf(pooled, direct, options)

  if (problem) throw new StartError(`The pooler at ${addressOf(client)} ${problem}`)
}

function problemOf(pooled: Session, direct: Session, options: Options): string | null {
  const { app, statementLimitMs, idleLimitMs } = options
  const owner = direct.isSuperuser ? loginRoleOf(app) : direct.role
  const isHigher = (value: number, most: number) => value === 0 || value > most

  if (pooled.database !== direct.database || pooled.startedAt !== direct.startedAt) {
    return 'leads to another database than DATABASE_DIRECT_URL.'
  }
  // A changed session authorization would stay for the next client of the connection.
  if (pooled.isSuperuser) {
    return `signs in as the superuser ${pooled.role}: let DATABASE_URL name the role ${owner}.`
  }
  if (pooled.role !== owner) {
    return `signs in as ${pooled.role}, but ${owner} owns the tables: name the same role in both addresses.`
  }
  if (isHigher(pooled.statementLimitMs, statementLimitMs)) {
    return adviceFor(owner, 'statement_timeout', statementLimitMs)
  }
  return isHigher(pooled.idleLimitMs, idleLimitMs)
    ? adviceFor(owner, 'idle_in_transaction_session_timeout', idleLimitMs)
    : null
}

/** Poolers refuse or drop these as parameters of a connection. */
const adviceFor = (role: string, setting: string, limitMs: number) =>
  `gives sessions without a ${setting} of at most ${limitMs / 1000}s: run "alter role ${role} set ${setting} = '${limitMs / 1000}s'", then RECONNECT on its console.`

/** Prepares one name with two texts, and asks in turn, also while the other holds a server connection. */
async function keepsApart(one: pg.Client, other: pg.Client): Promise<boolean> {
  const name = `trial_${randomUUID().slice(0, 8)}`
  const ask = async (client: pg.Client, who: string) => {
    const answer = await client.query<{ who: string }>({ name, text: `select '${who}' as who` })
    if (answer.rows[0]?.who !== who) throw new MixedStatements()
  }

  try {
    for (let round = 0; round < TRIAL_ROUNDS; round++) {
      await ask(one, 'one')
      await ask(other, 'other')
    }
    await other.query('begin')
    await ask(other, 'other')
    const asked = ask(one, 'one')
    // A pooler with one server connection lets this wait for the other's end.
    await Promise.race([asked, pause(HELD_MS, undefined, { ref: false })])
    await other.query('rollback')
    await asked
    return true
  } catch (error) {
    if (error instanceof MixedStatements) return false
    // 42P05: the name is taken; 26000: it is not there.
    const state = sqlState(error)
    if (state === '42P05' || state === '26000') return false
    throw error
  } finally {
    await other.query('rollback').catch(() => {})
  }
}

class MixedStatements extends Error {}
