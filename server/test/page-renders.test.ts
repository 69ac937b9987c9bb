import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import type { WebBuild } from '#http/pages/web-build.ts'
import { startTestServer } from '#test/test-server.ts'

test('made-up addresses are rendered once per route and language', async () => {
  const rendered: string[] = []
  const { url, warm } = await startTestServer({ adjustWeb: countingRenders(rendered) })
  await warm()
  const warmed = rendered.length
  const paths = Array.from({ length: 60 }, (_, i) => madeUpPath(i))

  for (const language of ['en', 'es']) {
    await askInTurns(paths, (path, agent) =>
      request(`${url}${path}`, {
        agent,
        method: 'HEAD',
        headers: { 'accept-language': language },
      }),
    )
  }

  expect(warmed).toBeGreaterThan(20)
  expect(rendered.slice(warmed).sort()).toEqual([
    'en /404',
    'en /admin/*',
    'en /projects/:id',
    'en /projects/:id/pull',
    'en /projects/:id/push',
    'es /404',
    'es /admin/*',
    'es /projects/:id',
    'es /projects/:id/pull',
    'es /projects/:id/push',
  ])
})

test('made-up addresses leave the pages that were rendered before where they are', async () => {
  const rendered: string[] = []
  const { url, warm } = await startTestServer({ adjustWeb: countingRenders(rendered) })
  await warm()
  const warmed = rendered.length
  const casings = ['/Pricing', '/pRICING', '/PRICING', '/pricing/', '/%70ricing']
  const parameters = Array.from({ length: 60 }, (_, i) => `/login?next=${i}&newsletter=${i}`)

  await askInTurns([...casings, ...parameters, '/pricing', '/'], (path, agent) =>
    request(`${url}${path}`, { agent, method: 'HEAD' }),
  )

  expect(rendered.slice(warmed)).toEqual([])
})

const countingRenders =
  (rendered: string[]) =>
  (web: WebBuild): WebBuild => ({
    ...web,
    renderer: {
      ...web.renderer,
      render(page) {
        rendered.push(`${page.language} ${page.address}`)
        return web.renderer.render(page)
      },
    },
  })

function madeUpPath(i: number): string {
  const id = crypto.randomUUID()
  const kinds = [
    `/projects/${id}`,
    `/${id}`,
    `/projects/${id}/push?lang=xx`,
    `/projects/${id}/pull`,
    `/admin/${id}/x`,
  ]

  return kinds[i % kinds.length] ?? ''
}

/** By sockets that are kept: calls of `fetch` would take most of the test's time. */
async function askInTurns(paths: string[], ask: (path: string, agent: Agent) => ClientRequest) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const waiting = paths.values()
  const turn = async () => {
    for (const path of waiting) {
      const [answer] = (await once(ask(path, agent).end(), 'response')) as [IncomingMessage]
      await once(answer.resume(), 'end')
    }
  }

  await Promise.all(Array.from({ length: 8 }, turn))
  agent.destroy()
}
