import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import { makeProject, restClientFor } from './projects.ts'

const TASKS = ['Hoist the sail', 'Cast off', 'Take the helm']

test('a task is dragged to another column by mouse, and is there for everyone', async ({
  page,
  member,
}) => {
  const client = await restClientFor(page.request, member)
  const project = await makeProject(client, 'Ferry', TASKS)
  await page.goto(project.path)
  await expect(cards(page, 'To Do')).toHaveText(TASKS)

  const from = await centre(page.getByRole('link', { name: 'Cast off', exact: true }))
  const to = await centre(column(page, 'Done'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x - 40, to.y, { steps: 4 })
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()

  await expect(cards(page, 'Done')).toHaveText(['Cast off'])
  await expect(cards(page, 'To Do')).toHaveText(['Hoist the sail', 'Take the helm'])
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect
    .poll(() => client.rest(`tasks?status=eq.done&project_id=eq.${project.id}&select=name`))
    .toEqual([{ name: 'Cast off' }])
})

test('a task is moved by keyboard, with announcements, and keeps the focus', async ({
  page,
  member,
}) => {
  const project = await makeProject(await restClientFor(page.request, member), 'Ferry', TASKS)
  await page.goto(project.path)
  const handle = page.getByRole('button', { name: 'Move Hoist the sail' })

  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status')).toContainText('at place 1 of 3 in To Do')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('status')).toContainText('Place 2 of 3 in To Do.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status')).toContainText('back where it was')
  await expect(cards(page, 'To Do')).toHaveText(TASKS)

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(cards(page, 'In Progress')).toHaveText(['Hoist the sail'])
  await expect(handle).toBeFocused()
  await page.reload()
  await expect(cards(page, 'In Progress')).toHaveText(['Hoist the sail'])
})

test('a task is written, changed, deleted and brought back', async ({ page, member }) => {
  const project = await makeProject(await restClientFor(page.request, member), 'Ferry')
  await page.goto(project.path)

  await page.getByRole('button', { name: 'New task with details in To Do' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await expect(dialog.getByText('Say what needs to be done')).toBeVisible()
  await dialog.getByLabel('Name').fill('Read the chart')
  await dialog.getByText('High', { exact: true }).click()
  await dialog.getByLabel('Due date').fill('2020-02-03')
  await choose(page, dialog.getByLabel('Assignee'), member.name)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await dialog.getByRole('button', { name: 'Create task' }).click()
  const card = column(page, 'To Do').getByRole('listitem')
  await expect(card).toContainText('High')
  await expect(card).toContainText('Overdue: Feb 3')
  await expect(card).toContainText(member.name)

  await page.getByRole('link', { name: 'Read the chart', exact: true }).click()
  await choose(page, dialog.getByLabel('Status'), 'Done')
  await dialog.getByRole('button', { name: 'Save task' }).click()
  await expect(cards(page, 'Done')).toHaveText(['Read the chart'])

  await page.getByRole('link', { name: 'Read the chart', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete task' }).click()
  await expect(cards(page, 'Done')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page, 'Done')).toHaveText(['Read the chart'])
})

test('a task is opened by its address, described, and closed by the Back button', async ({
  page,
  member,
}) => {
  const client = await restClientFor(page.request, member)
  const project = await makeProject(client, 'Ferry', TASKS)
  await page.goto(project.path)
  await expect(page).toHaveTitle(/^Ferry – Board/)

  await page.getByRole('link', { name: 'Cast off', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Task #2' })
  await expect(page).toHaveURL(`${project.path}?task=2`)
  await expect(page).toHaveTitle(/^Cast off – Ferry/)
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Description').fill('All lines, the stern last.')
  await page.goBack()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await dialog.getByRole('button', { name: 'Save task' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(project.path)

  await page.goto(`${project.path}?task=2`)
  await expect(dialog.getByLabel('Description')).toHaveValue('All lines, the stern last.')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(project.path)
  await page.getByRole('link', { name: 'Cast off', exact: true }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveTitle(/^Ferry – Board/)

  await page.goto(`${project.path}?task=99`)
  await expect(page.getByText('There is no task #99')).toBeVisible()
  await expect(page).toHaveURL(project.path)
})

test('tasks are added at the foot of a column, one after the other', async ({ page, member }) => {
  const project = await makeProject(await restClientFor(page.request, member), 'Ferry')
  await page.goto(project.path)

  await page.getByRole('button', { name: 'Add task to To Do' }).click()
  for (const name of TASKS) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }

  await expect(cards(page, 'To Do')).toHaveText(TASKS)
  await expect(page.getByLabel('New task in To Do')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('New task in To Do')).toBeHidden()
})

test('a conflicting change is reported and overwrites nothing unknowingly', async ({
  page,
  member,
}) => {
  const client = await restClientFor(page.request, member)
  const project = await makeProject(client, 'Ferry', ['Hoist the sail'])
  await page.goto(project.path)
  await page.getByRole('link', { name: 'Hoist the sail', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Hoist both sails')
  const change = (data: object) =>
    client.rest(`tasks?project_id=eq.${project.id}`, { method: 'PATCH', data })

  await change({ priority: 'high' })
  await dialog.getByRole('button', { name: 'Save task' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else changed this task')
  await expect(dialog.getByLabel('Name')).toHaveValue('Hoist both sails')
  await dialog.getByRole('button', { name: 'Save task' }).click()
  await expect(cards(page, 'To Do')).toHaveText(['Hoist both sails'])
  await expect(column(page, 'To Do').getByRole('listitem')).toContainText('High')

  await change({ name: 'Lower the sails' })
  await page.getByRole('button', { name: 'Move Hoist both sails' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.getByText('Someone else changed this.')).toBeVisible()
  await expect(cards(page, 'To Do')).toHaveText(['Lower the sails'])
})

test.describe('when nothing can be written', () => {
  test.use({ expectedConsole: /status of 503/ })

  test('a moved task goes back, and a form keeps what was typed', async ({ page, member }) => {
    const project = await makeProject(await restClientFor(page.request, member), 'Ferry', TASKS)
    await page.goto(project.path)
    await expect(cards(page, 'To Do')).toHaveText(TASKS)
    await page.route('**/rest/v1/tasks**', (route) =>
      route.fulfill({ status: 503, json: { message: '' } }),
    )

    await page.getByRole('button', { name: 'Move Cast off' }).focus()
    for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await expect(page.getByText('The task could not be moved')).toBeVisible()
    await expect(cards(page, 'To Do')).toHaveText(TASKS)

    await page.getByRole('link', { name: 'Cast off', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Cast off the stern')
    await page.getByRole('button', { name: 'Save task' }).click()
    await expect(page.getByRole('alert')).toContainText('The task could not be saved')
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Cast off the stern')
  })
})

test.describe('on a phone, in the dark, in Spanish', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: 'dark',
    locale: 'es-ES',
  })

  test('a task is dragged by finger', async ({ page, member }) => {
    const project = await makeProject(await restClientFor(page.request, member), 'Ferry', TASKS)
    await page.goto(project.path)
    await expect(cards(page, 'Por hacer')).toHaveText(TASKS)
    const from = await centre(page.getByRole('button', { name: 'Mover Hoist the sail' }))
    const to = await centre(page.getByRole('button', { name: 'Mover Take the helm' }))

    const finger = await page.context().newCDPSession(page)
    const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints })
    await touch('touchStart', from)
    await touch('touchMove', { x: from.x, y: from.y + 30 })
    await touch('touchMove', { x: to.x, y: to.y + 20 })
    await touch('touchEnd')

    await expect(cards(page, 'Por hacer')).toHaveText([
      'Cast off',
      'Take the helm',
      'Hoist the sail',
    ])
  })
})

const column = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

/** The names of a column's tasks in order. */
const cards = (page: Page, name: string): Locator => column(page, name).locator('[data-task] a')

async function centre(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to point at')

  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
