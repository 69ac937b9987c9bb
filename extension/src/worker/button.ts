import type { PushState } from '@app/sync-panels/push-state'
import { config } from '#config/config.ts'
import type { ButtonState } from '#messages/messages.ts'
import { local } from '#store/storage.ts'
import { currentTranslator } from '#words/words.ts'
import { pushSign } from './push-signs.ts'

/** What the button in the builder's page says. The script there has no words of its own. */
export async function buttonFor(state: PushState | null): Promise<ButtonState> {
  const { t } = await currentTranslator()
  const session = await local.read('session')
  const { way } = await local.read('settings')
  const sign = pushSign(state, way === 'app' && session?.isEnded === true)

  return {
    label: t('button.label', { siteName: config.siteName }),
    state: sign ? t(`button.${sign.name}`, { count: 'count' in sign ? sign.count : 0 }) : '',
    tone: sign?.tone ?? 'plain',
  }
}
