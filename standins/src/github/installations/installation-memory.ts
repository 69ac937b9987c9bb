import { join } from 'node:path'
import type { Permissions } from '#github/registrations/registration.ts'
import { type Memory, openMemory } from '#runtime/memory.ts'
import type { Installation } from './installation.ts'

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
}

export type InstallationMemory = Memory<InstallationState>

export const FIRST_INSTALLATION_ID = 900_001

export const openInstallations = (folder: string, fresh = noInstallations): InstallationMemory =>
  openMemory(join(folder, 'installations.json'), fresh)

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
