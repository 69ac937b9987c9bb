import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { makeProject, restClientFor } from './projects.ts'

/** A third of the interval in which boards are polled without hints. */
const AT_ONCE = { timeout: 5_000 }

test.use({ expectedConsole: /WebSocket|ERR_CONNECTION|status of 50\d/ })

test('a task moved in one browser moves in the other at once, also after a restart of the server', async ({
  page,
  member,
  browser,
  baseURL,
}) => {
  const client = await restClientFor(page.request, member)
  const project = await makeProject(client, 'Ferry', ['Cast off', 'Take the helm'])
  const other = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(other, member)
  const [here, there] = [joined(page, project.id), joined(other, project.id)]
  await page.goto(project.path)
  await other.goto(project.path)
  await Promise.all([here, there])

  await move(page, 'Cast off')
  await expect(cards(other, 'In Progress')).toHaveText(['Cast off'], AT_ONCE)
  await move(other, 'Take the helm')
  await expect(cards(page, 'In Progress')).toHaveCount(2, AT_ONCE)

  const again = joined(other, project.id)
  await fetch(process.env.E2E_RESTART_URL ?? '', { method: 'POST' })
  // Before either page is connected again.
  await client.rest(`tasks?project_id=eq.${project.id}&name=eq.Cast off`, {
    method: 'PATCH',
    data: { status: 'done' },
  })
  await again
  await expect(cards(other, 'Done')).toHaveText(['Cast off'], AT_ONCE)
  await client.rest(`tasks?project_id=eq.${project.id}&name=eq.Cast off`, {
    method: 'PATCH',
    data: { status: 'todo' },
  })
  await expect(cards(other, 'To Do')).toHaveText(['Cast off'], AT_ONCE)
})

/** Resolves when the server has let the page join the project's topic, and the page has read again. */
async function joined(page: Page, projectId: string): Promise<void> {
  const topic = `realtime:project:${projectId}`
  const isReply = (text: string) => text.includes(topic) && text.includes('"status":"ok"')
  await new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (isReply(String(payload))) resolve()
      }),
    )
  })
  await page.waitForResponse((response) => response.url().includes('todo%3Atasks'))
}

/** By keys, to the next column. */
async function move(page: Page, task: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${task}` }).focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
}

const cards = (page: Page, name: string) =>
  page.getByRole('region', { name }).locator('[data-task] a')
