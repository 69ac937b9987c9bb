import { config } from '#config/config.ts'
import type { FromSite } from '#messages/messages.ts'
import { ONBOARDING_STEPS } from '#store/onboarding.ts'
import { local } from '#store/storage.ts'
import { githubAccount } from './github.ts'
import { isPro } from './plan.ts'
import { syncList } from './projects.ts'
import { markStep } from './push-needs.ts'
import { resumePushes } from './pushes.ts'
import { openSession, takeSiteSession } from './session.ts'

/** What the site asks, and what it offers. Its pages get no token and no repository's name. */
export async function answerSite(message: FromSite): Promise<unknown> {
  switch (message.kind) {
    case 'siteStatus':
      return statusForSite()
    case 'siteSession':
      if (await takeSiteSession(message.accessToken)) await afterSignIn()
      return null
    case 'siteStep': {
      const step = ONBOARDING_STEPS.find((one) => one === message.step)
      // The others are marked by what really happened.
      if (step === 'tutorial_complete') await markStep(step)
      return step !== undefined
    }
    case 'siteConnect':
      return `${config.siteUrl}/settings?tab=github`
    case 'sitePlans':
      await isPro({ again: true }).catch(() => false)
      return null
  }
}

async function statusForSite() {
  const installed = await local.read('installed')
  const steps = await local.read('steps')
  const { lastAt } = await local.read('pushes')

  return {
    installed: true,
    version: config.version,
    authenticated: (await openSession()) !== null,
    installDate: installed && new Date(installed.at).toISOString(),
    onboardingCompleted: ONBOARDING_STEPS.every((step) => steps.includes(step)),
    installedVersion: installed?.version ?? config.version,
    lastPush: lastAt ? new Date(lastAt).toISOString() : null,
  }
}

async function afterSignIn(): Promise<void> {
  await markStep('authentication')
  await syncList()
  const account = await githubAccount()
  if (account.state === 'connected') await markStep('repository_setup')
  await resumePushes()
}
