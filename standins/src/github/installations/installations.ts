import { createPublicKey } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Permissions } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { randomText } from '#oauth/random-text.ts'
import { HOUR_MS } from '#runtime/clock.ts'
import type { Place } from '#runtime/place.ts'
import { makeRsaKey, once } from '#runtime/rsa-keys.ts'

/** A GitHub App installed on an account. */
export type Installation = {
  id: number
  clientId: string
  accountId: number
  /** All repositories, later ones included, or the chosen ids. */
  selection: 'all' | number[]
  installedBy: number
  createdAt: number
  updatedAt: number
  /** `by` is null: GitHub has suspended the whole app. */
  suspended: { at: number; by: number | null } | null
}

export const covers = (
  { accountId, selection }: Installation,
  { id, ownerId }: Pick<Repository, 'id' | 'ownerId'>,
): boolean => ownerId === accountId && (selection === 'all' || selection.includes(id))

/** Installation token, valid for an hour. */
export type InstallationToken = {
  token: string
  installationId: number
  permissions: Permissions
  /** null: all repositories of the installation. */
  repositoryIds: number[] | null
  until: number
}

export type InstallationState = {
  installations: Installation[]
  tokens: InstallationToken[]
  nextId: number
  /** Client ids of apps that GitHub has suspended. */
  suspendedApps?: string[]
}

export const FIRST_INSTALLATION_ID = 900_001

export const openInstallations = (place: Place, fresh = noInstallations) =>
  place.open('installations.json', fresh)

const noInstallations = (): InstallationState => ({
  installations: [],
  tokens: [],
  nextId: FIRST_INSTALLATION_ID,
})

export const findInstallation = ({ installations }: InstallationState, id: number) =>
  installations.find((one) => one.id === id)

/** An app has at most one installation per account. */
export const installationOn = (
  { installations }: InstallationState,
  clientId: string,
  accountId: number,
) => installations.find((one) => one.clientId === clientId && one.accountId === accountId)

export function issueInstallationToken(
  state: InstallationState,
  { id }: Installation,
  rights: { permissions: Permissions; repositoryIds: number[] | null },
  now: number,
): InstallationToken {
  const token = {
    token: `ghs_${randomText(36)}`,
    installationId: id,
    ...rights,
    until: now + HOUR_MS,
  }
  state.tokens = [...state.tokens.filter((one) => now < one.until), token]

  return token
}

/** Valid tokens only; a suspended installation has none. */
export function findInstallationToken(state: InstallationState, text: string, now: number) {
  const token = state.tokens.find((one) => one.token === text && now < one.until)
  const installation = token && findInstallation(state, token.installationId)

  return token && installation && !installation.suspended ? { token, installation } : undefined
}

/**
 * The app's private key, which the product signs its JWTs with. Kept in a file, because the start script passes it to the
 * product before this stand-in runs.
 */
export function openAppKey(folder: string) {
  const file = join(folder, 'app-key.pem')
  let pem: Promise<string> | undefined
  const privatePem = () => {
    pem ??= readFile(file, 'utf8').catch(() => makeFile(file))
    return pem
  }

  return { privatePem, publicKey: async () => createPublicKey(await privatePem()) }
}

async function makeFile(file: string): Promise<string> {
  await writeFile(file, await firstKey(), { mode: 0o600 })

  return readFile(file, 'utf8')
}

const firstKey = once(async () =>
  (await makeRsaKey()).export({ type: 'pkcs1', format: 'pem' }).toString(),
)
