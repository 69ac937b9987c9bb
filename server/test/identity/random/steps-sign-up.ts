import { chooseActor, chooseAddress, pkceOf, type Step } from './choose.ts'
import { endMails, gain, type Span } from './effects.ts'
import type { Actor } from './facts.ts'
import { type Reply, send } from './send.ts'
import { accountOf, newPassword, violate, type World } from './world.ts'

/** Calls without a session. Their answers must not reveal whether an address is known. */
export const signUpSteps: Step[] = [
  {
    name: 'sign up',
    weight: 4,
    run: async (world) => {
      const actor = chooseActor(world)
      const email = chooseAddress(world, actor)
      const password = newPassword(world, actor)
      const before = world.seen.users.find((user) => user.email === email)
      const reply = await send(world, {
        actor,
        path: '/signup',
        body: { email, password, data: { submitted_by: actor.name }, ...maybePkce(world, actor) },
      })

      actor.passwords.push({ address: email, text: password })
      if (reply.ok) submitUnproven(world, email, { actor, password }, reply)
      checkSilence(world, 'sign-up', reply)
      if (before && reply.ok) checkDecoy(world, before.id, actor, reply)
      return true
    },
  },
  {
    name: 'magic link',
    weight: 4,
    run: async (world) => {
      const actor = chooseActor(world)
      const email = chooseAddress(world, actor)
      const body = { email, data: { submitted_by: actor.name }, ...maybePkce(world, actor) }
      const reply = await send(world, { actor, path: '/otp', body })

      if (reply.ok) submitUnproven(world, email, { actor, password: null }, reply)
      checkSilence(world, 'magic link', reply)
      return true
    },
  },
  {
    name: 'recover',
    weight: 4,
    run: async (world) => {
      const actor = chooseActor(world)
      const body = { email: chooseAddress(world, actor), ...maybePkce(world, actor) }
      checkSilence(world, 'recover', await send(world, { actor, path: '/recover', body }))
      return true
    },
  },
  {
    name: 'resend',
    weight: 5,
    run: async (world) => {
      const actor = chooseActor(world)
      const type = world.pick.chance(0.5) ? 'signup' : 'email_change'
      const body = { type, email: chooseAddress(world, actor), ...maybePkce(world, actor) }
      checkSilence(world, 'resend', await send(world, { actor, path: '/resend', body }))
      return true
    },
  },
  {
    name: 'anonymous sign-in',
    weight: 2.5,
    run: async (world) => {
      const actor = chooseActor(world)
      const body = { data: { submitted_by: actor.name } }
      const reply = await send(world, { actor, path: '/signup', body })
      const session = gain(world, actor, reply.body, { origin: 'anonymous', ...spanOf(reply) })
      if (session) accountOf(world, session.accountId).wasAnonymous = true
      return true
    },
  },
]

export const spanOf = ({ began, at }: Span): Span => ({ began, at })

export const maybePkce = (world: World, actor: Actor) =>
  world.pick.chance(0.2) ? pkceOf(world, actor) : {}

/**
 * A later one replaces what an earlier one submitted, with all its codes, while the address is not
 * proven. What an admin prepared stays.
 */
export function submitUnproven(
  world: World,
  email: string,
  { actor, password }: { actor: Actor; password: string | null },
  { began, at }: Span,
): void {
  const known = world.seen.users.find((user) => user.email === email)
  const isTaken = known && (known.is_confirmed || accountOf(world, known.id).isPrepared)
  // At the same moment the address may have become free for a new account.
  if (isTaken && !world.isParallel) return

  world.unprovenData.set(email, [
    ...(world.unprovenData.get(email) ?? []),
    { actor, password, began, at },
  ])
  if (!known || isTaken) return
  endMails(world, accountOf(world, known.id), { began, at, why: 'a newer sign-up' })
}

function checkSilence(world: World, what: string, reply: Reply): void {
  if (reply.status !== 200) {
    violate(world, 'answers do not tell who is known', `${what} answered ${reply.status}`)
  }
}

/** Nothing of the account that was there before. */
function checkDecoy(world: World, id: string, actor: Actor, { body }: Reply): void {
  const data = body.user_metadata as { submitted_by?: string } | undefined
  if (body.id === id) violate(world, 'a sign-up tells nothing of an earlier one', 'its id')
  if (data?.submitted_by && data.submitted_by !== actor.name) {
    violate(world, 'a sign-up tells nothing of an earlier one', `metadata of ${data.submitted_by}`)
  }
}
