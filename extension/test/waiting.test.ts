import { expect, test } from 'vitest'
import { openWorker, until, type World } from './open-worker.ts'
import { commitsOf, github, useToken } from './people.ts'

test('twenty pushes wait for the network in their order, and the twenty-first is refused while there is no room', async () => {
  const world = await openWorker()
  const login = await useToken(world)
  const names = Array.from({ length: 21 }, (_, i) => `waiting-${i + 1}`)
  await makeRepositories(login, names)
  for (const name of names) await world.giveProject(name, { 'name.txt': name })
  const panels = names.map((name) => world.openPanel(name))
  for (const [i, panel] of panels.entries()) panel.review(choiceOf(login, names[i] ?? ''))
  for (const panel of panels) await panel.until('review')
  world.goOffline()
  const last = panels.pop()

  for (const panel of panels) await confirm(panel)
  for (const panel of panels) expect((await panel.failure()).code).toBe('offline')
  if (last) await confirm(last)
  expect(await last?.failure()).toMatchObject({ code: 'queue_full', facts: { count: 20 } })
  // While the browser is offline, only one push tries.
  world.network.sent.length = 0
  await world.ring('resume')
  await world.rest()
  expect(triedIn(world).filter((name) => name !== 'waiting-1')).toEqual([])
  world.network.sent.length = 0

  // Chrome has ended the worker meanwhile.
  await world.startWorker()
  await world.goOnline()
  await until(() => new Set(triedIn(world)).size === 20)
  // Two run at a time: where one sends its first request, at most one of those before it has sent none yet.
  const order = [...new Set(triedIn(world))]
  const overtaken = order.map((name, i) => {
    const begun = order.slice(0, i)
    return names.slice(0, names.indexOf(name)).filter((one) => !begun.includes(one)).length
  })
  expect(Math.max(...overtaken)).toBeLessThanOrEqual(1)
  await until(async () => (await commitsOf(login, 'waiting-1')) === 2)

  // The last ones may wait for GitHub's limit of writes, but the queue has room.
  const again = world.openPanel('waiting-21')
  await world.giveProject('waiting-21', { 'name.txt': 'waiting-21' })
  await again.confirm(choiceOf(login, 'waiting-21'))
  expect(await outcomeOf(again)).not.toBe('queue_full')
})

const choiceOf = (owner: string, name: string) => ({ target: { owner, name, branch: 'main' } })

/** With fewer requests than new pushes need, because GitHub limits writes per minute. */
async function makeRepositories(owner: string, names: readonly string[]): Promise<void> {
  const commits = [{ message: 'First', files: { 'readme.txt': 'first' } }]
  await github('POST', 'seed', {
    repositories: names.map((name) => ({ owner, name, private: true, commits })),
  })
}

type Panel = ReturnType<World['openPanel']>

const outcomeOf = (panel: Panel) =>
  until(() => {
    const { state } = panel
    if (state?.step === 'review') return state.failure?.error.code ?? null

    return state?.step === 'done' ? 'done' : null
  })

async function confirm(panel: Panel): Promise<void> {
  const { review } = await panel.until('review')
  const { digest, needs } = review.comparison
  panel.push(digest, { message: 'Wait', choices: { confirmed: needs } })
}

const triedIn = ({ network }: World) =>
  network.sent.flatMap((one) => /waiting-\d+/.exec(one)?.[0] ?? [])
