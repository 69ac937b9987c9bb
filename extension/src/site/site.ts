import { config } from '#config/config.ts'
import type { FromSite } from '#messages/messages.ts'

// The names of the published extension, because the site calls both in the same way.
const PAGE = 'bolt2github-welcome'
const EXTENSION = 'bolt2github-extension'

const CAPABILITIES = [
  'zip_upload',
  'issue_management',
  'branch_management',
  'deletions',
  'binary_files',
  'private_import',
  'idle_push',
]

const LOOK_EVERY_MS = 2000
const PLANS_PATH = '/upgrade'

function answerPage(): void {
  addEventListener('message', async ({ source, origin, data }) => {
    if (source !== window || origin !== location.origin || data?.source !== PAGE) return
    const answer = await answerTo(data).catch(() => ({ type: 'error', error: 'not available' }))
    if (answer) window.postMessage({ source: EXTENSION, ...answer }, location.origin)
  })
}

async function answerTo({ type, step }: { type: unknown; step: unknown }): Promise<object | null> {
  switch (type) {
    case 'getExtensionCapabilities':
      return { type: 'extensionCapabilities', capabilities: CAPABILITIES }
    case 'getExtensionStatus':
      return { type: 'extensionStatus', data: await ask({ kind: 'siteStatus' }) }
    case 'completeOnboardingStep':
      return {
        type: 'onboardingStepCompleted',
        success: await ask({ kind: 'siteStep', step: String(step) }),
      }
    case 'initiateGitHubAuth':
      return { type: 'authInitiated', success: true, authUrl: await ask({ kind: 'siteConnect' }) }
    default:
      return null
  }
}

/** The site stores its session under the official client's key. */
const SESSION_KEY = `sb-${new URL(config.apiUrl).hostname.split('.')[0]}-auth-token`

/** Only the access token leaves the page. The worker exchanges it for its own session, if needed. */
async function offerSession(): Promise<void> {
  let offered: string | null = null
  const look = async () => {
    const accessToken = readAccessToken()
    if (!accessToken || accessToken === offered || document.visibilityState === 'hidden') return
    offered = accessToken
    await tell({ kind: 'siteSession', accessToken })
  }
  setInterval(() => void look(), LOOK_EVERY_MS)
  addEventListener('load', () => void look())
}

function readAccessToken(): string | null {
  try {
    const { access_token: token } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') ?? {}
    return typeof token === 'string' ? token : null
  } catch {
    return null
  }
}

const ask = (message: FromSite): Promise<unknown> => chrome.runtime.sendMessage(message)

const tell = (message: FromSite): Promise<unknown> => ask(message).catch(() => null)

if (location.origin === config.siteUrl) {
  answerPage()
  void offerSession()
  addEventListener(
    'load',
    () => location.pathname === PLANS_PATH && void tell({ kind: 'sitePlans' }),
  )
}
