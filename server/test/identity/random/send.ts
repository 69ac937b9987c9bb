import { beginLateBody } from '@app/platform/test/identity/late-body.ts'
import type { Account, Actor, Session, Tick } from './facts.ts'
import type { Pick } from './pick.ts'
import { accountOf, note, violate, type World } from './world.ts'

type Call = {
  /** null: the administrator, with the service key. */
  actor: Actor | null
  path: string
  method?: string
  body?: unknown
  surface?: 'auth' | 'functions'
  session?: Session
  /** Instead of the session's newest access token. */
  token?: string
  /** Needs aal2 where the account has a verified factor. */
  assured?: boolean
  /** Runs after the headers were sent and before the body is. */
  between?: (() => Promise<void>) | undefined
}

export type Reply<Body = Record<string, unknown>> = {
  status: number
  ok: boolean
  headers: Headers
  body: Body
  /** When the request was complete, and when its answer was here. */
  began: Tick
  at: Tick
}

/** One call of an actor. What must hold for every call, whatever it is about, is checked here. */
export async function send<Body = Record<string, unknown>>(
  world: World,
  call: Call,
): Promise<Reply<Body>> {
  let began = world.tick()
  const answer = await exchange(world, call, () => {
    began = world.tick()
  })
  const at = world.tick()
  const reply = {
    status: answer.status,
    ok: answer.status < 400,
    headers: answer.headers,
    body: parsed(answer.text) as Body,
    began,
    at,
  }
  note(world, describe(call, reply))
  checkCall(world, call, reply)

  return reply
}

async function exchange(world: World, call: Call, onBody: () => void) {
  const { method = call.body === undefined ? 'GET' : 'POST', surface = 'auth', between } = call
  const url = `${world.server.url}/${surface}/v1${call.path}`
  const headers = headersOf(world, call)

  if (between && call.body !== undefined) {
    const late = await beginLateBody({ url, method, headers, body: call.body })
    await between()
    onBody()
    return late.finish()
  }
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function headersOf({ server, pick }: World, { actor, session, token }: Call) {
  const bearer = actor ? (token ?? session?.access) : server.keys.secret

  return {
    apikey: server.keys.publishable,
    'x-supabase-api-version': '2024-01-01',
    'content-type': 'application/json;charset=UTF-8',
    ...(actor && { 'x-forwarded-for': deviceOf(pick, actor) }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
}

/** Mostly the same one, for a challenge is answered where it was asked for. */
const deviceOf = (pick: Pick, { devices }: Actor) =>
  (pick.chance(0.93) ? devices[0] : pick.oneOf(devices)) ?? ''

function checkCall(world: World, call: Call, reply: Reply<unknown>): void {
  const what = describe(call, reply)
  const location = reply.headers.get('location') ?? ''
  if (reply.status >= 500 || location.includes('unexpected_failure')) {
    violate(world, 'no 5xx', what)
  }
  const { session } = call
  if (!session || !reply.ok) return

  if (session.origin === 'app') violate(world, 'an app’s token opens no account', what)
  const account = accountOf(world, session.accountId)
  if (session.ended && session.ended.at < reply.began) {
    violate(world, 'a dead session does nothing', `${what}, ended by ${session.ended.why}`)
  }
  if (account.deleted && account.deleted.at < reply.began) {
    violate(world, 'a deleted account does nothing', what)
  }
  if (isBanned(world, account, reply)) violate(world, 'a banned account does nothing', what)
  if (call.assured && needsFactor(account, reply.began) && !isRaised(session, reply)) {
    violate(world, 'what needs aal2 is refused below it', what)
  }
}

/** Banned from before the request until after its answer. */
export function isBanned(
  world: World,
  { bans }: Account,
  { began, at = began }: { began: Tick; at?: Tick },
): boolean {
  const nowMs = world.server.clock.now().getTime()

  return bans.some(({ from, until, endsAtMs }) => from < began && at < until && nowMs < endsAtMs)
}

const needsFactor = ({ factors }: Account, began: Tick) =>
  factors.some(
    ({ verifiedAt, removed }) => verifiedAt !== null && verifiedAt < began && removed === null,
  )

/** Whether it was raised at any moment of the call. */
const isRaised = ({ raised }: Session, { began, at }: { began: Tick; at: Tick }) =>
  raised !== null && raised.from <= at && began <= raised.until

export const codeOf = ({ body }: Reply<unknown>): string =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''

function describe(
  { actor, method, path, body, surface, session, between }: Call,
  reply: Reply<unknown>,
) {
  const who = actor?.name ?? 'admin'
  const how = method ?? (body === undefined ? 'GET' : 'POST')
  const from = session ? ` [session ${session.id.slice(0, 6)}]` : ''
  const details = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 200)}`
  const answer = reply.status < 400 ? reply.status : `${reply.status} ${codeOf(reply)}`
  const place = surface === 'functions' ? `functions${path}` : path.slice(0, 120)

  return `${who}${from} ${between ? 'slowly ' : ''}${how} ${place}${details} -> ${answer}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
