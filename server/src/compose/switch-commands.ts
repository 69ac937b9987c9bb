import type { Database } from '@app/platform/db/database.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import {
  FEATURES,
  type Feature,
  featuresOff,
  switchFeature,
} from '@app/platform/identity/feature-switches.ts'
import { readConfig } from '#config/read-config.ts'
import { withDatabase } from './open-database.ts'

/** The operator command that takes a feature out of service while a defect of it is mended. */
export const switchCommands = {
  switch: {
    use: `switch <feature> on|off    takes ${FEATURES.join(', ')} out of service on all servers, and back
  switch                     lists what is off`,
    run: (args: string[]) => withDatabase((db) => runSwitch(db, args)),
  },
}

async function runSwitch(db: Database, [feature, state]: string[]): Promise<string> {
  if (feature === undefined) {
    const off = await featuresOff(db)
    return off.length === 0 ? 'Nothing is switched off.' : `Off: ${off.join(', ')}`
  }
  if (!isFeature(feature)) throw new StartError(`The features are: ${FEATURES.join(', ')}.`)
  if (state !== 'on' && state !== 'off') throw new StartError('Say on or off after the feature.')
  if (
    feature === 'github-app' &&
    state === 'off' &&
    readConfig().providers.githubStandby === null
  ) {
    throw new StartError(
      'No standby app is configured: set GITHUB_APP_STANDBY_CLIENT_ID and the rest first.',
    )
  }

  await switchFeature(db, feature, state === 'on')
  return state === 'on'
    ? `${feature} is as the configuration says.`
    : `${feature} is off on all servers, also after restarts.`
}

const isFeature = (name: string): name is Feature => (FEATURES as readonly string[]).includes(name)
