import { expect, test } from 'vitest'
import { chooseInstallation, suspensionAmong } from './choose-installation.ts'

const team = { id: 7, accountId: 70, suspension: null }
const own = { id: 8, accountId: 80, suspension: null }

test('the installation that the browser claims counts if GitHub lists it, too', () => {
  expect(chooseInstallation([own, team], { githubUserId: 80, claimed: 7 })).toBe(7)
})

test('an installation of another user does not count', () => {
  expect(chooseInstallation([team, own], { githubUserId: 80, claimed: 666 })).toBe(8)
  expect(chooseInstallation([], { githubUserId: 80, claimed: 666 })).toBeNull()
})

test('a person’s own account comes before a team', () => {
  expect(chooseInstallation([team, own], { githubUserId: 80 })).toBe(8)
  expect(chooseInstallation([team], { githubUserId: 80 })).toBe(7)
})

test('a suspended installation gives no access, and is told where there is no other', () => {
  const suspension = { account: 'mia', by: null, url: null }
  const suspended = { ...own, suspension }

  expect(chooseInstallation([suspended, team], { githubUserId: 80, claimed: 8 })).toBe(7)
  expect(suspensionAmong([suspended, team], { githubUserId: 80 })).toBeNull()
  expect(chooseInstallation([suspended], { githubUserId: 80 })).toBeNull()
  expect(suspensionAmong([suspended], { githubUserId: 80 })).toEqual(suspension)
  expect(suspensionAmong([], { githubUserId: 80 })).toBeNull()
})
