import { chooseAnySession, type Step } from './choose.ts'
import type { Session } from './facts.ts'
import { seeded } from './pick.ts'
import { send } from './send.ts'
import { changeAddress, changePassword, deleteAccount } from './steps-account.ts'
import { enrol, generateCodes } from './steps-factor.ts'
import { mint, signOut } from './steps-session.ts'
import type { World } from './world.ts'

/** Several steps at once, and requests whose body arrives after something else has happened. */
export const togetherSteps = (single: readonly Step[]): Step[] => [
  {
    name: 'several at once',
    weight: 7,
    run: async (world) => {
      const count = 2 + world.pick.below(3)
      const chosen = Array.from({ length: count }, () => world.pick.weighted(single))
      await Promise.all(chosen.map((step) => step.run(branchOf(world))))
      return true
    },
  },
  {
    name: 'race with a sign-out',
    weight: 2.5,
    run: async (world) => {
      const session = chooseAnySession(world)
      if (!session) return false
      const rival = world.pick.oneOf([mint, changePassword, enrol]) ?? mint
      const scope = world.pick.chance(0.6) ? 'global' : 'others'
      const sibling = chooseSibling(world, session)
      await Promise.all([rival(branchOf(world), session), signOut(branchOf(world), sibling, scope)])
      return true
    },
  },
  {
    name: 'slow body',
    weight: 5,
    run: async (world) => {
      const session = chooseAnySession(world)
      const verb = world.pick.oneOf(SLOW)
      if (!session || !verb || session.ended) return false
      await verb(world, session, async () => {
        await send(world, { actor: session.actor, session, path: '/user' })
        if (world.pick.chance(0.7)) await signOut(world, session)
        else await world.pick.weighted(single).run(world)
      })
      return true
    },
  },
]

/** With choices of its own: which of two calls is answered first must not change what is chosen next. */
const branchOf = (world: World): World =>
  Object.create(world, { pick: { value: seeded(world.pick.below(2 ** 31)) } })

const SLOW = [changePassword, changeAddress, enrol, generateCodes, deleteAccount]

/** Another session of the same account, or itself. */
function chooseSibling(world: World, session: Session): Session {
  const all = [...world.sessions.values()].filter(
    ({ accountId, ended }) => accountId === session.accountId && !ended,
  )
  return world.pick.oneOf(all) ?? session
}
