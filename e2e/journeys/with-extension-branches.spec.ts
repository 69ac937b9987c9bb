import { expect } from '@playwright/test'
import { choose } from './choose.ts'
import { cloneOf } from './pushing.ts'
import { confirm, contentsOf, look, lookAgain, pushToNew, test } from './with-extension.ts'

test('what somebody else pushed is kept, a conflict is decided by a person, and another branch becomes a pull request', async ({
  extension,
  builder,
  codeHost,
}) => {
  const login = await extension.connectMember()
  const project = await builder.newProject('Shared')
  const { tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await pushToNew(panel, 'shared')
  await expect(panel.getByText(/^Pushed 4 files/)).toBeVisible()
  const address = await codeHost.cloneAddress(login, 'shared')

  const theirs = { 'docs/moon.md': 'theirs\n', 'src/main.ts': 'theirs\n' }
  await codeHost.commit(login, 'shared', theirs)
  await builder.write(project, { 'src/main.ts': 'mine\n', 'index.html': 'mine\n' })
  await lookAgain(panel)
  await expect(panel.getByText('1 file changed here and on GitHub.')).toBeVisible()
  await panel.getByRole('group', { name: 'src/main.ts' }).getByText('Keep mine').click()
  await confirm(panel)
  await expect(panel.getByText(/^Pushed 2 files/)).toBeVisible()
  expect(contentsOf(cloneOf(address))).toEqual({
    ...(await builder.filesOf(project)),
    'docs/moon.md': 'theirs\n',
  })

  // It moves between the review and the push: nothing is overwritten.
  await builder.write(project, { 'src/main.ts': 'mine again\n' })
  await lookAgain(panel)
  await expect(panel.getByText('1 changed, 3 unchanged')).toBeVisible()
  await codeHost.commit(login, 'shared', { 'docs/sun.md': 'theirs\n' })
  await confirm(panel)
  await expect(panel.getByText(/^Pushed 1 file/)).toBeVisible()
  expect(contentsOf(cloneOf(address))['docs/sun.md']).toBe('theirs\n')

  await codeHost.protect(login, 'shared', 'main')
  await builder.write(project, { 'src/main.ts': 'for review\n' })
  await lookAgain(panel)
  await panel.getByRole('button', { name: 'Push to a new branch' }).click()
  await panel.getByLabel('Name of the new branch').fill('tides/one')
  await panel.getByLabel('Open a pull request').check()
  await panel.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(panel.getByText(/^Goes to .*, tides\/one\./)).toBeVisible()
  await confirm(panel)
  const card = panel.getByRole('region', { name: /^Pull request \d+$/ })
  await expect(card).toBeVisible()
  const number = Number(
    /\d+/.exec((await card.getAttribute('aria-label')) ?? (await card.innerText()))?.[0],
  )
  expect(number).toBeGreaterThan(0)
  expect(await codeHost.pullRequestsOf(login, 'shared')).toHaveLength(1)
  expect(contentsOf(cloneOf(address, 'tides/one'))['src/main.ts']).toBe('for review\n')
})

test('a project goes to an organisation', async ({ extension, builder, codeHost }) => {
  const login = await extension.connectMember()
  const organisation = await codeHost.newOrganisation(login)
  const project = await builder.newProject('Team')
  const { tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await choose(panel, panel.getByRole('combobox', { name: 'Owner' }), organisation)
  await look(panel, 'team')
  await confirm(panel)

  await expect(panel.getByText(`Pushed 4 files to ${organisation}/team`)).toBeVisible()
  const address = await codeHost.cloneAddress(organisation, 'team', login)
  expect(contentsOf(cloneOf(address))).toEqual(await builder.filesOf(project))
})
