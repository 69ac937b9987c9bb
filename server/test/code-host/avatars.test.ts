import { theServer } from '@app/platform/db/database.ts'
import { expect, test } from 'vitest'
import { sendJob } from '#jobs/job-kinds.ts'
import { useGithubServer } from './github-server.ts'

const testServer = useGithubServer()

test('a member who connects gets a copy of their picture', async () => {
  const { newMember, newPerson, connect, sql, settle, urlOf } = testServer()
  const member = await newMember()

  await connect(member, (await newPerson()).login)
  await settle()

  const [profile] = await sql('select avatar_url from public.users where id = $1', [member.id])
  const ours = `${urlOf(0)}/storage/v1/object/public/avatars/${member.id}/`
  expect(profile?.avatar_url).toMatch(new RegExp(`^${ours}[\\w-]+\\.png$`))
  const picture = await fetch(String(profile?.avatar_url))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('a picture that a member has chosen stays', async () => {
  const { newMember, newPerson, connect, sql, settle } = testServer()
  const member = await newMember()
  await sql(`update public.users set avatar_url = '/chosen.png' where id = $1`, [member.id])

  await connect(member, (await newPerson()).login)
  await settle()

  expect(await sql('select avatar_url from public.users where id = $1', [member.id])).toEqual([
    { avatar_url: '/chosen.png' },
  ])
})

test('nothing is fetched from anywhere but the providers', async () => {
  const { newMember, sql, settle, github, database } = testServer()
  const member = await newMember()
  const elsewhere = `${github.apiUrl}/user`
  await sql(`insert into public.github_integrations (user_id, avatar_url) values ($1, $2)`, [
    member.id,
    elsewhere,
  ])
  const before = (await github.asked()).length

  await database().as(theServer, (tx) => sendJob(tx, 'copy-picture', { userId: member.id }))
  await settle()

  expect((await github.asked()).length).toBe(before)
  expect(await sql('select avatar_url from public.users where id = $1', [member.id])).toEqual([
    { avatar_url: null },
  ])
})
