import { checkTables } from './checks.ts'
import type { Step } from './choose.ts'
import { likelyStep } from './likely-steps.ts'
import { deliver, readOutbox } from './mail-intake.ts'
import { seeded } from './pick.ts'
import { tryWhatEnded } from './probes.ts'
import type { RandomServer } from './random-server.ts'
import { partOf, takeSnapshot } from './snapshot.ts'
import { accountSteps } from './steps-account.ts'
import { adminSteps } from './steps-admin.ts'
import { appSteps } from './steps-app.ts'
import { factorSteps } from './steps-factor.ts'
import { mailSteps } from './steps-mail.ts'
import { passkeySteps } from './steps-passkey.ts'
import { providerSteps } from './steps-provider.ts'
import { sessionSteps } from './steps-session.ts'
import { signUpSteps } from './steps-sign-up.ts'
import { togetherSteps } from './steps-together.ts'
import { newWorld, note, type World } from './world.ts'

const single: Step[] = [
  ...signUpSteps,
  ...mailSteps,
  ...sessionSteps,
  ...accountSteps,
  ...providerSteps,
  ...factorSteps,
  ...passkeySteps,
  ...appSteps,
  ...adminSteps,
]
const together = togetherSteps(single)
const all = [...single, ...together]

type Batch = { server: RandomServer; seed: number; indexes: readonly number[]; steps: number }

/**
 * Runs several sequences side by side on one server: each has accounts of its own, and all of them
 * share the clock, whose moves depend on the seed alone. So one sequence runs the same way by itself.
 */
export async function runBatch({ server, seed, indexes, steps }: Batch): Promise<World[]> {
  const worlds = indexes.map((index) => newWorld({ seed, index, server }))
  const clockMoves = seeded(seed)
  let offsetMs = 0
  let lastMail = '00000000-0000-0000-0000-000000000000'

  for (let step = 1; step <= steps; step += 1) {
    offsetMs += clockMoves.weighted(MOVES).ms
    await server.moveClock(offsetMs)
    const running = worlds.filter(({ violations }) => violations.length === 0)
    await Promise.all(running.map((world) => takeStep(world, step)))

    const tables = await takeSnapshot(server)
    const mails = await readOutbox(server, lastMail)
    lastMail = mails.at(-1)?.id ?? lastMail
    for (const world of running) {
      const now = partOf(tables, (user) => isOf(world, user))
      checkTables(world, now)
      world.seen = now
      for (const mail of mails) if (mail.to.endsWith(`@${world.domain}`)) deliver(world, mail)
      for (const arrive of world.arriving.splice(0)) arrive()
    }
    await Promise.all(running.map(tryWhatEnded))
  }
  return worlds
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const MOVES = [
  { weight: 40, ms: 0 },
  { weight: 20, ms: 5 * SECOND_MS },
  { weight: 30, ms: 31 * SECOND_MS },
  { weight: 4, ms: 4 * MINUTE_MS },
  { weight: 3, ms: 20 * MINUTE_MS },
  { weight: 2, ms: 2 * HOUR_MS },
  { weight: 1, ms: 26 * HOUR_MS },
]

const MOST_TRIES = 8

async function takeStep(world: World, number: number): Promise<void> {
  world.step = number
  world.roundBegan = world.tick()
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const step = openingStep(world, number) ?? likelyStep(world, all) ?? world.pick.weighted(all)
    world.isParallel = together.includes(step)
    note(world, `${step.name}:`)
    const isDone = await step.run(world)
    world.lastStep = isDone ? step.name : null
    if (isDone) return
    world.history.pop()
  }
}

/** Most sequences begin with a signed-in actor, because the interesting steps come after that. */
function openingStep(world: World, number: number): Step | undefined {
  // Hashing a password is the slowest step, so many sequences begin without one.
  const first = world.pick.chance(0.5) ? 'sign up' : 'magic link'
  const name = [first, 'redeem a code'][number - 1]

  return name && world.pick.chance(0.8) ? all.find((step) => step.name === name) : undefined
}

const isOf = ({ domain, accounts }: World, { id, email, email_change }: Owned) =>
  accounts.has(id) || [email, email_change].some((one) => one?.endsWith(`@${domain}`))

type Owned = { id: string; email: string | null; email_change: string | null }
