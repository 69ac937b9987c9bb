import { expect, test } from 'vitest'
import { useGithubServer } from './github-server.ts'

const testServer = useGithubServer()

test('a member learns which repositories GitHub does not show them, without a refusal', async () => {
  const { newMember, newPerson, connect, call } = testServer()
  const [member, unconnected] = [await newMember(), await newMember()]
  const person = await newPerson()
  await connect(member, person.login)
  const ask = (token: string, names: unknown) =>
    call('missing-repositories', token, { body: { names } })

  const answer = await ask(member.token, [`${person.login}/nowhere`, 'nobody-at-all/tides'])

  expect(answer).toMatchObject({
    status: 200,
    body: { missing: [`${person.login}/nowhere`, 'nobody-at-all/tides'] },
  })
  expect((await ask(unconnected.token, ['a/b'])).status).toBe(404)
  for (const names of [
    [],
    ['../user'],
    ['a/b/c'],
    Array.from({ length: 51 }, () => 'a/b'),
    'a/b',
  ]) {
    expect((await ask(member.token, names)).status).toBe(400)
  }
})
