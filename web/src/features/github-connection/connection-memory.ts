import { forgetTab, readTab, writeTab } from '#browser/storage.ts'

/** Specification, section 3: what the tab stores while its member is at the code host. */
const STATE = 'github_oauth_state'
const STATE_TIME = 'github_oauth_state_timestamp'
const INSTALLING = 'github_app_installing'
const INSTALL_TIME = 'github_app_install_timestamp'
const INSTALLATION = 'github_app_installation_id'
const SETUP_TIME = 'github_app_setup_timestamp'
const RETURN_URL = 'github_app_return_url'
/** Our addition: the return URL of the installation that follows the authorization. */
const NEXT_RETURN = 'github_install_next'

/** Specification, section 9. */
const STATE_MAX_AGE_MS = 600_000

export function rememberState(state: string, nowMs: number): void {
  writeTab(STATE, state)
  writeTab(STATE_TIME, String(nowMs))
}

/** Null also if it is older than ten minutes: then it is deleted, and the server alone decides. */
export function rememberedState(nowMs: number): string | null {
  const state = readTab(STATE)
  const ageMs = nowMs - Number(readTab(STATE_TIME) ?? nowMs)
  if (state === null || ageMs <= STATE_MAX_AGE_MS) return state

  forgetTab(STATE, STATE_TIME)
  return null
}

export function rememberInstalling(nowMs: number, returnUrl: string): void {
  writeTab(INSTALLING, 'true')
  writeTab(INSTALL_TIME, String(nowMs))
  writeTab(RETURN_URL, returnUrl)
}

export function rememberInstallation(installationId: string, nowMs: number): void {
  writeTab(INSTALLATION, installationId)
  writeTab(SETUP_TIME, String(nowMs))
  forgetTab(INSTALLING, INSTALL_TIME)
}

/** Connecting continues with the installation, and returns to the page where it began. */
export const rememberNextReturn = (returnUrl: string): void => writeTab(NEXT_RETURN, returnUrl)

/** Returned only once, so that a reload does not redirect again. */
export function takeNextReturn(): string | null {
  const next = readTab(NEXT_RETURN)
  forgetTab(NEXT_RETURN)

  return next
}

export const rememberedInstallation = (): string | null => readTab(INSTALLATION)

export const returnUrl = (): string | null => readTab(RETURN_URL)

export const forgetReturnUrl = (): void => forgetTab(RETURN_URL)

export function forgetConnection(): void {
  forgetTab(STATE, STATE_TIME, INSTALLING, INSTALL_TIME, INSTALLATION, SETUP_TIME)
}
