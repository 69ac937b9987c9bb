import { createHash } from 'node:crypto'
import type { Actor, Mail, Session } from './facts.ts'
import { everyone, type World } from './world.ts'

/** A step: one action of an actor. False when it had no precondition to act on. */
export type Step = {
  name: string
  weight: number
  run: (world: World) => Promise<boolean>
}

const SHARES = [
  { name: 'attacker', weight: 45 },
  { name: 'victim', weight: 42 },
  { name: 'bystander', weight: 13 },
] as const

export function chooseActor(world: World): Actor {
  const { pick, actors, lastActor } = world
  const actor = lastActor && pick.chance(0.5) ? lastActor : actors[pick.weighted(SHARES).name]
  world.lastActor = actor

  return actor
}

/** Often the actor with the newest mail. */
export function chooseReader(world: World): Actor {
  const newest = world.mails.findLast(({ used, ended, owner }) => owner && !used && !ended)
  if (!newest?.owner || world.pick.chance(0.6)) return chooseActor(world)
  world.lastActor = newest.owner

  return newest.owner
}

/** Mostly the victim's first mailbox, so that sequences meet. The victim uses only their own. */
export function chooseAddress({ pick, actors }: World, actor: Actor): string {
  const own = () => pick.oneOf(actor.mailboxes) ?? ''
  if (actor === actors.victim) return pick.chance(0.75) ? (actor.mailboxes[0] ?? '') : own()
  if (pick.chance(0.45)) return actors.victim.mailboxes[0] ?? ''

  return pick.chance(0.15) ? (actors.victim.mailboxes[1] ?? '') : own()
}

/** Mostly a live session; sometimes an ended one. */
export function chooseSession({ pick }: World, actor: Actor): Session | undefined {
  const alive = actor.sessions.filter(({ ended }) => !ended)

  if (alive.length > 0 && pick.chance(0.4)) return alive.at(-1)
  return pick.chance(0.8) && alive.length > 0 ? pick.oneOf(alive) : pick.oneOf(actor.sessions)
}

export const chooseAnySession = (world: World) => chooseSession(world, chooseActor(world))

/** Mostly the newest that was not used. */
export function chooseMail(world: World, actor: Actor): Mail | undefined {
  const { pick } = world
  const own = world.mails.filter(({ owner }) => owner === actor)
  const fresh = own.filter(({ used, ended }) => used === null && ended === null)
  if (pick.chance(0.6) && fresh.length > 0) return fresh.at(-1)

  return pick.chance(0.6) && fresh.length > 0 ? pick.oneOf(fresh) : pick.oneOf(own)
}

/** Each actor has one verifier for all flows. */
export const verifierOf = ({ name }: World, actor: Actor): string =>
  `${actor.name}-verifier-of-${name}-with-more-than-forty-three-characters`

export function pkceOf(world: World, actor: Actor) {
  return {
    code_challenge: createHash('sha256').update(verifierOf(world, actor)).digest('base64url'),
    code_challenge_method: 's256',
  }
}

export const chooseOther = (world: World, actor: Actor): Actor =>
  world.pick.oneOf(everyone(world).filter((one) => one !== actor)) ?? actor
