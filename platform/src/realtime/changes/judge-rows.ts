import { type Database, type Statement, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import type { Log } from '#log/log.ts'
import { rowOf, type Told, TYPES } from './change-data.ts'
import type { Caller } from './changes-feed.ts'
import type { FilterVerdicts } from './judge-filters.ts'
import type { RelationFacts } from './relation-facts.ts'
import { objectOf } from './row-text.ts'
import { bindingsFor, type Subscription, type Subscriptions } from './subscriptions.ts'

const CHECK_LIMIT_MS = 5_000
const CALLERS_AT_ONCE = 250
const STATEMENT_TIMEOUT = '57014'

type Needs = {
  db: Database
  log: Log
  subscriptions: Subscriptions
  gap: (subscriptions: Iterable<Subscription>, reason: string) => void
  tellsAllDeletes: boolean
}

export type RowVerdicts = {
  /** null: the caller must not see this change. */
  of(told: Told, caller: Caller): { isOldWhole: boolean } | null
}

/** Asks the row policies, once for each table, role and set of claims. */
export async function judgeRows(
  needs: Needs,
  told: readonly Told[],
  filters: FilterVerdicts,
): Promise<RowVerdicts> {
  const seen = new Map<Told, Map<string, Seen>>()

  for (const { facts, role, changes } of groupsOf(needs, told)) {
    const callers = callersOf(needs.subscriptions, changes, role, filters)
    const versions = changes.flatMap((one) => versionsOf(one))
    for (let at = 0; at < callers.length && versions.length > 0; at += CALLERS_AT_ONCE) {
      const some = callers.slice(at, at + CALLERS_AT_ONCE)
      for (const { claims, version } of await judge(needs, { facts, role, claims: some, versions }))
        note(seen, version, role, claims)
    }
  }

  return { of: (one, caller) => verdictOf(needs, one, caller, seen.get(one)) }
}

type Seen = { isNew: boolean; isOld: boolean }
type Version = { told: Told; which: 'new' | 'old' }
type Group = { facts: RelationFacts; role: string; changes: Told[] }

const callerKey = (role: string, claims: string) => `${role} ${claims}`
const texts = new WeakMap<Caller['claims'], string>()

/** Each subscription keeps its claims for many changes. */
function claimsText({ claims }: Caller): string {
  const text = texts.get(claims) ?? JSON.stringify(claims)
  texts.set(claims, text)
  return text
}

function verdictOf(
  { tellsAllDeletes }: Needs,
  { change, facts }: Told,
  caller: Caller,
  seen: ReadonlyMap<string, Seen> | undefined,
) {
  const access = accessOf(facts, caller.role)
  if (access === 'none') return null
  if (access === 'without key') return { isOldWhole: false }
  if (access === 'all rows') return { isOldWhole: facts.isIdentityFull }
  if (change.op === 'D' && tellsAllDeletes) return { isOldWhole: false }

  const own = seen?.get(callerKey(caller.role, claimsText(caller)))
  if (change.op === 'D') return own?.isOld ? { isOldWhole: false } : null
  return own?.isNew ? { isOldWhole: facts.isIdentityFull && own.isOld } : null
}

type Access = 'none' | 'without key' | 'all rows' | 'by policies'

const accesses = new WeakMap<RelationFacts, Map<string, Access>>()

/** Facts are read for each page, and asked for by each subscriber. */
function accessOf(facts: RelationFacts, role: string): Access {
  const byRole = accesses.get(facts) ?? new Map<string, Access>()
  accesses.set(facts, byRole)
  const access = byRole.get(role) ?? readAccess(facts, role)
  byRole.set(role, access)
  return access
}

function readAccess({ columns, roles }: RelationFacts, role: string): Access {
  const selectable = new Set(roles[role]?.selectable)
  const keys = columns.filter(({ isKey }) => isKey)
  if (selectable.size === 0 || !keys.every(({ name }) => selectable.has(name))) return 'none'
  // Only the error is told.
  if (keys.length === 0) return 'without key'

  return roles[role]?.isUnderPolicies ? 'by policies' : 'all rows'
}

/** The changes of each table that is under policies for a role. */
function groupsOf({ subscriptions }: Needs, told: readonly Told[]): Group[] {
  const groups = new Map<string, Group>()

  for (const one of told) {
    const { facts } = one
    for (const role of subscriptions.roles) {
      if (accessOf(facts, role) !== 'by policies') continue
      const key = `${facts.recorded} ${facts.told} ${role}`
      const group = groups.get(key) ?? { facts, role, changes: [] }
      group.changes.push(one)
      groups.set(key, group)
    }
  }
  return [...groups.values()]
}

/** The claims of those who have a binding for at least one of the changes. */
function callersOf(
  subscriptions: Subscriptions,
  changes: readonly Told[],
  role: string,
  filters: FilterVerdicts,
): string[] {
  const claims = new Set<string>()

  for (const one of changes) {
    const { schema, name } = one.facts
    for (const subscription of subscriptions.candidates(schema, name, rowOf(one))) {
      const { caller } = subscription
      if (caller.role !== role || claims.has(claimsText(caller))) continue
      const bindings = bindingsFor(subscription, schema, name, TYPES[one.change.op])
      if (bindings.some((binding) => filters.pass(one, binding))) claims.add(claimsText(caller))
    }
  }
  return [...claims]
}

function versionsOf(told: Told): Version[] {
  const { change, facts } = told
  if (change.op === 'D') return [{ told, which: 'old' }]
  if (change.op === 'U' && facts.isIdentityFull)
    return [
      { told, which: 'new' },
      { told, which: 'old' },
    ]

  return [{ told, which: 'new' }]
}

type Question = { facts: RelationFacts; role: string; claims: string[]; versions: Version[] }
type Answer = { claims: string; version: Version }

async function judge(needs: Needs, question: Question): Promise<Answer[]> {
  const { db, log } = needs
  const { facts, role, claims, versions } = question

  try {
    // One snapshot for all that is compared and selected.
    const [answer] = await db.askAll(theServer, [statementOf(question)], {
      readOnly: true,
      isolation: 'repeatable read',
      statementLimitMs: CHECK_LIMIT_MS,
    })
    return (answer?.rows ?? []).flatMap(({ caller, seen }) =>
      (seen as number[]).map((place) => ({
        claims: claims[(caller as number) - 1] as string,
        version: versions[place - 1] as Version,
      })),
    )
  } catch (err) {
    if (sqlState(err) === undefined) throw err
    log.warn({ err, table: facts.name, role }, 'realtime policy check failed')
    if (sqlState(err) === STATEMENT_TIMEOUT) endAll(needs, question)
    return []
  }
}

function statementOf({ facts, role, claims, versions }: Question): Statement {
  const keys = facts.columns.filter(({ isKey }) => isKey).map(({ name }) => name)
  const rows = versions.map(({ told, which }) => {
    const { change, record, old } = told
    const fields = which === 'new' ? record : old
    const hasKey = fields !== null && keys.every((name) => fields.has(name))

    return {
      key: which === 'new' && hasKey ? objectOf(keys, fields) : null,
      record: which === 'new' ? change.record : change.old,
      cutBy: change.isCut ? change.transaction : null,
    }
  })

  return {
    name: 'realtime_judge_rows',
    text: 'select caller, seen from realtime_private.judge_rows($1::oid, $2::oid, $3, $4, $5, $6, $7)',
    values: [
      facts.recorded,
      facts.told,
      role,
      claims,
      rows.map(({ key }) => key),
      rows.map(({ record }) => record),
      rows.map(({ cutBy }) => cutBy),
    ],
  }
}

/** Whose check took too long may have missed something. */
function endAll({ subscriptions, gap }: Needs, { facts, role, claims }: Question): void {
  const those = new Set(claims)
  const concerned = [...subscriptions.of(facts.schema, facts.name)].filter(
    ({ caller }) => caller.role === role && those.has(claimsText(caller)),
  )
  gap(concerned, 'row policies took too long')
}

function note(
  seen: Map<Told, Map<string, Seen>>,
  { told, which }: Version,
  role: string,
  claims: string,
): void {
  const byCaller = seen.get(told) ?? new Map<string, Seen>()
  seen.set(told, byCaller)
  const key = callerKey(role, claims)
  const own = byCaller.get(key) ?? { isNew: false, isOld: false }
  byCaller.set(key, which === 'new' ? { ...own, isNew: true } : { ...own, isOld: true })
}
