import { expect, test } from 'vitest'
import { chooseInstallation } from './choose-installation.ts'

const team = { id: 7, accountId: 70 }
const own = { id: 8, accountId: 80 }

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
