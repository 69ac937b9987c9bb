/** What the extension tells a page of ours about itself. */
export type ExtensionStatus = {
  /** Null if it is installed but does not say: version 1.3.15 answers the request with an error. */
  version: string | null
  // Older versions leave out what follows.
  /** It has a session of its own. */
  authenticated?: boolean | undefined
  /** When it was installed in this browser. */
  installDate?: string | null | undefined
  /** The version that was installed then. */
  installedVersion?: string | undefined
  /** All of the steps below. */
  onboardingCompleted?: boolean | undefined
  /** When this browser pushed last. */
  lastPush?: string | null | undefined
}

export const ONBOARDING_STEPS = [
  'authentication',
  'repository_setup',
  'first_upload',
  'tutorial_complete',
] as const

export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

/** Null without an answer. Any message of the extension, even an error, shows that it is installed. */
export async function askExtension(): Promise<ExtensionStatus | null> {
  const asking = exchange({ type: 'getExtensionStatus' }, 'extensionStatus')
  // The content script answers this one itself, also while the extension's worker is inactive.
  tell({ type: 'getExtensionCapabilities' })
  const { answer, isHeard } = await asking

  return answer ? readStatus(answer.data) : isHeard ? { version: null } : null
}

/** By name, as versions of this extension and of the published one call what they can do. Null without an answer. */
export async function askCapabilities(): Promise<string[] | null> {
  const { answer } = await exchange({ type: 'getExtensionCapabilities' }, 'extensionCapabilities')
  const { capabilities } = answer ?? {}

  return Array.isArray(capabilities) ? capabilities.filter((one) => typeof one === 'string') : null
}

/** Whatever posts under the extension's name, the page shows texts, times and nothing else of it. */
function readStatus(data: unknown): ExtensionStatus {
  const said: Record<string, unknown> = Object(data)

  return {
    version: textOf(said.version) ?? null,
    authenticated: flagOf(said.authenticated),
    installDate: timeOf(said.installDate),
    installedVersion: textOf(said.installedVersion),
    onboardingCompleted: flagOf(said.onboardingCompleted),
    lastPush: said.lastPush === null ? null : timeOf(said.lastPush),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const flagOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const timeOf = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined

/** Whether the extension has stored it. Version 1.3.15 does, and still answers `success: false`. */
export async function completeOnboardingStep(step: OnboardingStep): Promise<boolean> {
  const question = { type: 'completeOnboardingStep', step }
  const { answer } = await exchange(question, 'onboardingStepCompleted')

  return answer !== null
}

/** Tells the extension that a connection is about to be made on this site. */
export function announceGitHubConnection(): void {
  tell({ type: 'initiateGitHubAuth', method: 'github_app' })
}

type Answer = { type: string; data?: unknown; capabilities?: unknown }
type Exchange = {
  /** Null for an error, and without an answer. */
  answer: Answer | null
  /** The extension sent any message, even an error. */
  isHeard: boolean
}

/** Long enough for a content script that is just starting. */
const TIMEOUT_MS = 800

/** By page message, the only channel from a page to the extension. */
function exchange(question: object, expected: string): Promise<Exchange> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    let isHeard = false
    const finish = (answer: Answer | null) => {
      listening.abort()
      clearTimeout(timer)
      resolve({ answer, isHeard })
    }
    const timer = setTimeout(() => finish(null), TIMEOUT_MS)

    addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent) => {
        const isOurs = source === window && origin === location.origin
        if (!isOurs || data?.source !== EXTENSION) return
        isHeard = true
        if (data.type === expected) finish(data as Answer)
        if (data.type === 'error') finish(null)
      },
      { signal: listening.signal },
    )
    tell(question)
  })
}

const tell = (message: object) => window.postMessage({ source: PAGE, ...message }, location.origin)

// These names are fixed by the published extension.
const PAGE = 'bolt2github-welcome'
const EXTENSION = 'bolt2github-extension'
