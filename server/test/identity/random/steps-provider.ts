import { chooseActor, chooseAnySession, pkceOf, type Step } from './choose.ts'
import {
  convertByLink,
  discardUnproven,
  endCredentials,
  endFlows,
  endMails,
  gain,
  goOn,
} from './effects.ts'
import type { Actor, Flow, Mail, Person, Session, Tick } from './facts.ts'
import { keyOf } from './people.ts'
import { checkMail } from './redeem.ts'
import { send } from './send.ts'
import { spanOf, submitUnproven } from './steps-sign-up.ts'
import { accountOf, note, violate, type World } from './world.ts'

export const providerSteps: Step[] = [
  {
    name: 'set out to a provider',
    weight: 4,
    run: async (world) => {
      const actor = chooseActor(world)
      const person = world.pick.oneOf(actor.people)
      if (!person) return false
      const flow = await beginAtProvider(world, actor, person, null)
      return flow && world.pick.chance(0.7) ? comeBack(world, actor, flow) : flow !== null
    },
  },
  {
    name: 'begin a link',
    weight: 5,
    run: async (world) => {
      const session = chooseAnySession(world)
      const person = session && world.pick.oneOf(session.actor.people)
      if (!session || !person) return false
      const flow = await beginAtProvider(world, session.actor, person, session)
      return flow && world.pick.chance(0.5) ? comeBack(world, session.actor, flow) : flow !== null
    },
  },
  {
    name: 'come back from a provider',
    weight: 4,
    run: async (world) => {
      const actor = chooseActor(world)
      const own = world.flows.filter(({ person }) => actor.people.includes(person))
      const open = own.filter(({ used }) => used === null)
      const flow = world.pick.chance(0.8) ? open.at(-1) : world.pick.oneOf(own)
      return flow ? comeBack(world, actor, flow) : false
    },
  },
  {
    name: 'unlink',
    weight: 4,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? unlink(world, session) : false
    },
  },
]

/** Begins a provider sign-in and completes the provider's form; the callback stays pending. */
async function beginAtProvider(world: World, actor: Actor, person: Person, link: Session | null) {
  const { server, pick } = world
  await server.join(person)
  const isPkce = pick.chance(0.35)
  const invitation = link ? null : chooseInvitation(world, actor)
  const query = new URLSearchParams({
    provider: person.provider,
    ...(isPkce && pkceOf(world, actor)),
    ...(link && { skip_http_redirect: 'true' }),
    ...(invitation && { invite_token: invitation.link }),
  })
  const path = link ? `/user/identities/authorize?${query}` : `/authorize?${query}`
  const reply = await send<{ url?: string }>(world, {
    actor,
    path,
    ...(link && { session: link, assured: true }),
  })
  keepCookies(actor, reply.headers)
  const page = link ? reply.body.url : reply.headers.get('location')
  if (!reply.ok || !page) return null

  const sent = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ person: person.name }),
    redirect: 'manual',
  })
  const flow: Flow = {
    callback: sent.headers.get('location') ?? '',
    person,
    isPkce,
    link,
    invitation,
    startedAtMs: server.clock.now().getTime(),
    since: reply.at,
    used: null,
    ended: link?.ended ?? null,
  }
  world.flows.push(flow)
  return flow
}

async function comeBack(world: World, actor: Actor, flow: Flow): Promise<boolean> {
  const { person, link } = flow
  const cookie = [...actor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const began = world.tick()
  const sent = await fetch(flow.callback, { redirect: 'manual', headers: { cookie } })
  const at = world.tick()
  const place = new URL(sent.headers.get('location') ?? 'http://nowhere.test')
  const fragment = Object.fromEntries(new URLSearchParams(place.hash.slice(1)))
  const refusal = place.searchParams.get('error_code') ?? place.searchParams.get('error')
  const code = place.searchParams.get('code')
  const what = `${actor.name} comes back from ${keyOf(person)}${link ? ' to link' : ''}`
  note(world, `${what} -> ${refusal ?? (code ? 'code' : 'session')}`)
  const said = place.searchParams.get('error_description') ?? ''
  // A provider that does not answer in time on a busy machine is no fault of the server.
  const isAway = said.startsWith('Unable to reach')
  if ((refusal === 'unexpected_failure' && !isAway) || sent.status >= 500) {
    violate(world, 'no 5xx', what)
  }
  // The mailbox is asked instead, as if a magic link had been requested.
  if (said.includes('A confirmation email has been sent')) {
    submitUnproven(world, person.email, { actor, password: null }, { began, at })
  }
  if (refusal || (!code && !fragment.access_token)) return true

  if (flow.used !== null) violate(world, 'a provider state is used once', what)
  if (flow.ended && flow.ended.at < began && !(link && flow.isPkce)) {
    violate(world, 'a revocation ends pending links', `${what} after ${flow.ended.why}`)
  }
  if (world.server.clock.now().getTime() - flow.startedAtMs > FLOW_LIFE_MS) {
    violate(world, 'a provider state lives five minutes', what)
  }
  flow.used = at
  if (!link && person.isVerified) loseUnproven(world, person, at)
  if (flow.invitation) {
    checkMail(world, flow.invitation, { began, at })
    flow.invitation.used ??= at
  }
  if (code) {
    world.authCodes.push({
      code,
      holder: actor,
      accountId: link?.accountId ?? null,
      origin: link ? 'link' : 'provider',
      person,
      begunBy: link,
      issuedAtMs: world.server.clock.now().getTime(),
      since: at,
      used: null,
      ended: flow.ended,
    })
    return true
  }
  const session = link
    ? goOn(world, actor, fragment, link)
    : gain(world, actor, fragment, { origin: 'provider', began, at })
  if (!session) return true
  if (link && session.accountId !== link.accountId) {
    violate(world, 'a link leads to the account that began it', what)
  }
  checkResolved(world, session, person, link)
  if (link) convertByLink(world, accountOf(world, session.accountId), { by: link, began, at })
  return true
}

/** An account that an admin gave this address to, and that is not proven yet, is reset. */
function loseUnproven(world: World, person: Person, at: Tick): void {
  const unproven = world.seen.users.find(
    ({ email, is_confirmed }) => email === person.email && !is_confirmed,
  )
  if (!unproven) return
  const account = accountOf(world, unproven.id)
  account.mayLoseSessions = at
  endCredentials(account, at)
}

/** Now and then, an invitation from their own mailbox. */
function chooseInvitation({ mails, pick }: World, actor: Actor): Mail | null {
  const invitations = mails.filter(
    ({ owner, template }) => owner === actor && template === 'invite',
  )

  return invitations.length > 0 && pick.chance(0.5) ? (invitations.at(-1) ?? null) : null
}

const FLOW_LIFE_MS = 5 * 60_000 + 5_000

/** By an identity that is there rightfully, or by an address that the provider vouches for. */
function checkResolved(world: World, session: Session, person: Person, link: Session | null): void {
  const account = accountOf(world, session.accountId)
  const user = world.seen.users.find(({ id }) => id === session.accountId)
  // An administrator may give the account this address at the same moment.
  const isGiven = account.agreed.has(`admin ${person.email}`)
  const isByAddress = person.isVerified && (!user || user.email === person.email || isGiven)

  if (!link && !isByAddress && !account.identities.has(keyOf(person))) {
    violate(world, 'a provider opens only its own accounts', keyOf(person))
  }
  account.identities.add(keyOf(person))
  if (person.isVerified) account.proven.add(person.email)
  if (!link && user && !user.is_confirmed && person.isVerified) {
    discardUnproven(world, person.email, session.began)
    const { began, since: at } = session
    endMails(world, account, { began, at, why: 'confirmation by a provider' })
  }
}

async function unlink(world: World, session: Session): Promise<boolean> {
  const { actor, accountId } = session
  const account = accountOf(world, accountId)
  const listed = await send<{ identities?: Listed[] }>(world, { actor, session, path: '/user' })
  const identity = world.pick.oneOf(listed.body.identities ?? [])
  if (!identity) return false

  const reply = await send(world, {
    actor,
    session,
    method: 'DELETE',
    path: `/user/identities/${identity.identity_id}`,
    assured: true,
  })
  if (!reply.ok) return true
  const { provider, identity_data: data } = identity
  account.identities.delete(
    `${provider} ${(provider === 'github' ? data.user_name : data.email) ?? ''}`,
  )
  if (provider === 'email') endCredentials(account, reply.at)
  endMails(world, account, { ...spanOf(reply), why: 'unlink' })
  endFlows(world, account, { ...spanOf(reply), why: 'unlink' })
  return true
}

type Listed = {
  identity_id: string
  provider: string
  identity_data: { user_name?: string; email?: string }
}

function keepCookies({ cookies }: Actor, headers: Headers): void {
  for (const one of headers.getSetCookie()) {
    const [name = '', value = ''] = (one.split(';')[0] ?? '').split('=')
    cookies.set(name, value)
  }
}
