// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { IssuesPanel } from '#issues/issues-panel.tsx'
import { control, MEMBER, openPanel, press, seed, text } from './open-panel.tsx'

afterEach(cleanup)

test('issues are locked for a free member, and open without a reload once bought', async () => {
  const { target } = await repositoryWith([{ title: 'Too salty' }])
  const world = await openPanel(<IssuesPanel />, { 'a.txt': '1' }, { target })

  await text('Read and open GitHub issues next to the project they belong to.')
  await text('Part of Pro')
  expect(world.calls).toEqual([])
  world.plan.isPro = true
  await press('Bought already? Check again')

  await text('Too salty')
})

test('a page has thirty issues, and pull requests are left out', async () => {
  const { target } = await repositoryWith([
    ...Array.from({ length: 40 }, (_, i) => ({ title: `Issue ${i}` })),
    ...Array.from({ length: 5 }, (_, i) => ({ title: `Change ${i}`, pullRequest: true })),
  ])
  await openPanel(<IssuesPanel />, { 'a.txt': '1' }, { target, isPro: true })

  await text('Issue 39')
  expect(screen.getAllByRole('listitem')).toHaveLength(30)
  expect(screen.queryByText(/^Change \d/)).toBeNull()
  await press('Older')

  await text('Issue 0')
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
})

test('an issue is written with labels, commented, closed as not planned and reopened', async () => {
  const { target } = await repositoryWith([{ title: 'First', labels: ['bug'] }])
  const world = await openPanel(<IssuesPanel />, { 'a.txt': '1' }, { target, isPro: true })
  await text('First')

  await press('New issue')
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Tides are late' } })
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'By an hour.' } })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'bug' }))
  await press('Create issue')
  await press(/^Tides are late/)
  await text('By an hour.')
  fireEvent.change(screen.getByLabelText('Comment'), { target: { value: 'By two.' } })
  await press('Add comment')
  await text('By two.', { selector: 'li p' })
  await press('Not planned')
  await waitFor(() => expect(screen.queryByText('Tides are late')).toBeNull())
  const issue = async () =>
    (await (await world.git(`/repos/${MEMBER}/${target.name}/issues/2`)).json()) as object
  expect(await issue()).toMatchObject({
    state: 'closed',
    state_reason: 'not_planned',
    labels: [{ name: 'bug' }],
    comments: 1,
  })

  fireEvent.click(screen.getByLabelText('Closed'))
  await press(/^Tides are late/)
  await press('Reopen')
  await waitFor(async () => expect(await issue()).toMatchObject({ state: 'open' }))
})

test('an issue without a title is not sent', async () => {
  const { target } = await repositoryWith([])
  const world = await openPanel(<IssuesPanel />, { 'a.txt': '1' }, { target, isPro: true })

  await press('New issue')
  await press('Create issue')

  await text('Give the issue a title.')
  expect(world.calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a repository without issues says so', async () => {
  const { target } = await repositoryWith([])
  await control('PUT', `repositories/${MEMBER}/${target.name}`, { issues: false })
  await openPanel(<IssuesPanel />, { 'a.txt': '1' }, { target, isPro: true })

  const notice = await screen.findByRole('alert', undefined, { timeout: 10_000 })
  expect(
    within(notice).getByText(`Issues are switched off for ${MEMBER}/${target.name}.`),
  ).toBeTruthy()
})

async function repositoryWith(issues: Record<string, unknown>[]) {
  const target = await seed([{ 'a.txt': '1' }])
  const about = { owner: target.owner, repository: target.name }
  const reply = await control('POST', 'seed', {
    issues: issues.map((issue) => ({ ...about, ...issue })),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return { target }
}
