import { AppError } from '@app/platform/errors/app-error.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { FoundCopy } from '#outside/github/copies.ts'
import type { Github } from '#outside/github/github.ts'
import type { Copy } from './deletions-table.ts'
import { descriptionOf, type PrivateImports } from './private-imports.ts'

type Needs = Pick<PrivateImports, 'github' | 'connectionOf'>

/**
 * - `gone`: GitHub has no such repository any more
 * - `pending`: it may be appearing right now
 * - `open`: it still stands; without a key nobody here can delete it
 */
export type Removal =
  | { kind: 'gone' }
  | { kind: 'pending' }
  | { kind: 'open'; error: string; hasKey: boolean }

/** Tries all tokens until one deletes the copy. If none can, the copy is made private immediately. */
export async function removeAtGithub(
  needs: Needs,
  copy: Copy,
  grantToken: string | null,
): Promise<Removal> {
  if (!needs.github) return failed(new Error('GitHub is not configured'))
  let removal: Open = { kind: 'open', error: 'No key is left', hasKey: false }
  for (const ask of keysOf(needs, copy, grantToken)) {
    const key = await tokenOrError(ask)
    if (key === null) continue
    const next = typeof key === 'string' ? await removeWith(needs.github, copy, key) : failed(key)
    if (next.kind !== 'open') return next
    removal = { ...next, hasKey: next.hasKey || removal.hasKey }
  }
  if (removal.hasKey || !copy.was_public) return removal

  // Members were asked to delete it themselves.
  const isVisible = await isPublic(needs.github, copy).catch(() => true)
  return isVisible ? removal : { kind: 'gone' }
}

type Key = () => Promise<string | null>

function keysOf(
  needs: Needs,
  { user_id, installation_id }: Copy,
  grantToken: string | null,
): Key[] {
  const installationToken = needs.github?.installationToken

  return [
    ...(grantToken === null ? [] : [async () => grantToken]),
    ...(user_id === null
      ? []
      : [async () => (await needs.connectionOf(user_id, { check: false })).accessToken]),
    ...(installation_id === null || !installationToken
      ? []
      : [async () => (await installationToken(installation_id, null))?.token ?? null]),
  ]
}

/** null: there is no such token. An error: there may be one, but it is unavailable now. */
async function tokenOrError(key: Key): Promise<string | null | Error> {
  try {
    return await key()
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    if (error instanceof ProviderError && error.failure === 'token_refused') return null
    if (error instanceof AppError || error instanceof ProviderError) return error
    throw error
  }
}

type Open = Extract<Removal, { kind: 'open' }>

const failed = ({ message }: Error): Open => ({ kind: 'open', error: message, hasKey: true })

async function removeWith(github: Github, copy: Copy, token: string): Promise<Removal> {
  try {
    const found = await github.copies.find(token, placeOf(copy))
    if (!found) return await afterMissing(github, copy)
    if (isOurs(found, copy) && (await removed(github, token, found))) return { kind: 'gone' }
    // Names are reused: this is a different repository.
    if (copy.github_repo_id === null && !isOurs(found, copy)) return { kind: 'gone' }

    const isPrivate = await github.copies.setPrivate(token, found.fullName, true)
    const error = isOurs(found, copy)
      ? 'GitHub refused to delete it'
      : 'Its description was changed'
    return { kind: 'open', error, hasKey: isPrivate }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { ...failed(error), hasKey: error.failure !== 'token_refused' }
  }
}

/** A token without access gets the same answer as for a deleted copy. */
async function afterMissing(github: Github, copy: Copy): Promise<Removal> {
  if (await isPublic(github, copy)) {
    return { kind: 'open', error: 'GitHub does not show it to the app', hasKey: false }
  }
  return { kind: copy.github_repo_id === null && copy.is_in_work ? 'pending' : 'gone' }
}

const isPublic = async (github: Github, copy: Copy): Promise<boolean> => {
  const seen = await github.copies.find(null, placeOf(copy))

  return seen !== null && isOurs(seen, copy)
}

const placeOf = ({ github_repo_id: id, clone_full_name: fullName }: Copy) => ({ id, fullName })

const isOurs = ({ id, description }: FoundCopy, copy: Copy): boolean =>
  description === descriptionOf(copy.id) &&
  (copy.github_repo_id === null || copy.github_repo_id === String(id))

/** No answer counts as a refusal: the copy is then made private, which is harmless if it is gone. */
async function removed(github: Github, token: string, { fullName }: FoundCopy): Promise<boolean> {
  try {
    return await github.copies.remove(token, fullName)
  } catch (error) {
    if (error instanceof ProviderError && error.failure !== 'token_refused') return false
    throw error
  }
}
