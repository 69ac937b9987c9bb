import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import type { CompareOptions } from '#compare/comparison.ts'
import type { Target } from '#github/target.ts'
import type { Fetch } from '#host/host.ts'
import type { Journal } from '#push/journal.ts'
import { type Pushed, push, resume } from '#push/push.ts'
import { contents, OWNER, openWorld, projectOf } from './open-world.ts'
import { randomCases } from './random-cases.ts'

type World = Awaited<ReturnType<typeof openWorld>>

const MESSAGE = 'All of it'
const ORGANISATION = 'tidal'
const picture = (seed: number) => Uint8Array.from({ length: 200 }, (_, i) => (i * seed) % 256)
const SMALL = {
  keep: '1\r\n',
  change: '2',
  'src/new.txt': 'ñ',
  'a.png': picture(3),
  'b.png': picture(7),
}
/** So many files that a pack is worth it. */
const LARGE = {
  ...SMALL,
  ...Object.fromEntries(
    Array.from({ length: 45 }, (_, i) => [`many/${i}.bin`, picture(11 + 2 * i)]),
  ),
}
const SMALL_PROJECT = projectOf(SMALL)
const LARGE_PROJECT = projectOf(LARGE)

type Situation = {
  name: string
  kind: 'branch' | 'new_branch' | 'empty' | 'new'
  isByPack: boolean
  branch: string
  owner: string
  /** How many commits the branch has in the end. */
  commits: number
}

const situation = (
  kind: Situation['kind'],
  isByPack: boolean,
  commits: number,
  { branch = 'main', owner = OWNER } = {},
): Situation => ({
  name: `${kind} ${branch} of ${owner} by ${isByPack ? 'pack' : 'REST'}`,
  kind,
  isByPack,
  branch,
  owner,
  commits,
})

const SITUATIONS = [
  situation('branch', false, 2),
  situation('branch', true, 2),
  situation('new_branch', false, 2, { branch: 'feature/x' }),
  situation('new_branch', true, 2, { branch: 'feature/x' }),
  situation('empty', false, 2),
  situation('empty', true, 1),
  situation('empty', false, 2, { branch: 'trunk' }),
  situation('empty', true, 1, { branch: 'trunk' }),
  situation('new', false, 2),
  situation('new', true, 2),
  situation('new', false, 2, { branch: 'trunk' }),
  situation('new', true, 2, { branch: 'trunk' }),
  situation('new', false, 2, { owner: ORGANISATION }),
  situation('new', true, 2, { owner: ORGANISATION, branch: 'trunk' }),
]

type Death = { nth: number; when: 'before' | 'after' }

let scenes = 0

/** A reviewed push in a repository of its own; a place that pushes, and that dies where a test wants. */
async function scene(world: World, { kind, isByPack, branch, owner }: Situation) {
  scenes += 1
  const name = `resume-${scenes}`
  const target: Target = { owner, name, branch }
  if (kind === 'branch' || kind === 'new_branch')
    await world.seed(name, { keep: '1\r\n', change: '1' })
  if (kind === 'empty') await world.seed(name)
  const [files, project] = isByPack ? [LARGE, LARGE_PROJECT] : [SMALL, SMALL_PROJECT]
  const ownerKind = owner === OWNER ? 'member' : 'organisation'
  const options: CompareOptions = { base: null, ...(kind === 'new' && { create: { ownerKind } }) }
  const comparison = await compare(world.host(), target, project, options)
  const choices = { confirmed: comparison.needs }
  let kept: string | null = null

  return {
    target,
    files,
    /** The push, or what goes on with it; null if it died. */
    go: (death?: Death): Promise<Pushed | null> => {
      const location = openLocation(world, death)
      const can = { archives: false, packs: isByPack, workflows: true }
      const host = world.host({ can, fetch: location.fetch })
      const onJournal = (journal: Journal) => {
        if (!location.isDead()) kept = JSON.stringify(journal)
      }
      const needs = { contents, onJournal }
      const work =
        kept === null
          ? push(host, comparison, { ...needs, choices, message: MESSAGE })
          : resume(host, JSON.parse(kept) as Journal, needs)

      return Promise.race([work, location.died])
    },
  }
}

let seconds = 0

/** GitHub gives each commit its own time; two of one second would have one name. */
function laterCommit(address: string, init: Parameters<Fetch>[1]): typeof init {
  if (!address.endsWith('/git/commits')) return init
  seconds += 1
  const date = new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()
  const author = { name: 'A', email: 'a@example.test', date }

  return { ...init, body: JSON.stringify({ ...JSON.parse(String(init.body)), author }) }
}

/** After its death a place hears nothing, sends nothing and keeps nothing. */
function openLocation(world: World, death: Death | undefined) {
  const never = new Promise<never>(() => {})
  const base = world.options().fetch
  let calls = 0
  let isDead = false
  let die = () => {}
  const died = new Promise<null>((resolve) => {
    die = () => {
      isDead = true
      resolve(null)
    }
  })
  const fetch: Fetch = async (address, init) => {
    calls += 1
    const nth = calls
    if (death?.nth === nth && death.when === 'before') die()
    if (isDead) return never
    const response = await base(address, laterCommit(address, init))
    if (death?.nth === nth && death.when === 'after') die()
    return isDead ? never : response
  }
  return { fetch, died, isDead: () => isDead }
}

async function requireWhole(
  world: World,
  { commits }: Situation,
  { target, files }: Awaited<ReturnType<typeof scene>>,
  pushed: Pushed | null,
  theirs: Record<string, string> = {},
) {
  const repository = await world.repository(target.name, target.owner)
  const expected = Object.fromEntries(
    Object.entries({ ...files, ...theirs }).map(([path, value]) => [
      path,
      Buffer.from(value as string).toString('latin1'),
    ]),
  )
  expect(repository.files(target.branch)).toEqual(expected)
  const log = repository.log(target.branch)
  expect(log.filter(({ title }) => title === MESSAGE)).toHaveLength(1)
  expect(log).toHaveLength(commits + Object.keys(theirs).length)
  expect(log.map(({ sha }) => sha)).toContain(pushed?.commit)
  expect(pushed?.base).toMatchObject({ commit: pushed?.commit })
  expect(repository.fsck()).toBe('')
}

/** How many calls the whole push takes. */
async function callsOf(world: World, one: Situation): Promise<number> {
  const made = await scene(world, one)
  const begun = world.calls.length
  const pushed = await made.go()
  const calls = world.calls.length - begun
  await requireWhole(world, one, made, pushed)
  return calls
}

async function openWorldOfTwo(): Promise<World> {
  const world = await openWorld()
  await world.organisation(ORGANISATION)
  return world
}

test.each(SITUATIONS)('killed before and after every call: $name', async (one) => {
  const world = await openWorldOfTwo()
  const calls = await callsOf(world, one)

  for (let nth = 1; nth <= calls; nth++) {
    for (const when of ['before', 'after'] as const) {
      const made = await scene(world, one)

      expect(await made.go({ nth, when })).toBeNull()
      const pushed = await made.go()

      await requireWhole(world, one, made, pushed)
    }
  }
})

test.each(randomCases())(
  'killed several times, while somebody else pushes (seed $seed)',
  { timeout: 600_000 },
  async ({ seed, numRuns }) => {
    const world = await openWorldOfTwo()
    const random = randomFrom(seed)

    for (let run = 0; run < numRuns; run++) {
      const one = SITUATIONS[random(SITUATIONS.length)] ?? situation('branch', false, 2)
      const made = await scene(world, one)
      const theirs: Record<string, string> = {}
      let pushed: Pushed | null = null
      for (let deaths = 1 + random(3); deaths > 0 && !pushed; deaths--) {
        pushed = await made.go({ nth: 1 + random(9), when: random(2) ? 'before' : 'after' })
        const isTheirTurn = one.kind === 'branch' && random(2) === 0
        if (isTheirTurn) {
          const path = `theirs-${deaths}`
          theirs[path] = 'x'
          await world.meanwhile(made.target.name, { [path]: 'x' })
        }
      }

      pushed ??= await made.go()

      await requireWhole(world, one, made, pushed, theirs)
    }
  },
)

/** The same numbers for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % below
  }
}
