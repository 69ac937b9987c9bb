// Compiled into one inline script that runs before anything is painted. Every line costs every visitor bytes.
import { carriesAuthAnswer } from '#api/auth-answer.ts'
import { sessionStorageKey } from '#api/session-storage-key.ts'
import { readStored } from '#config/browser-storage.ts'
import { paths } from '#config/paths.ts'
import { applyStoredTheme } from '#config/theme.ts'
import { mirrorRememberedLanguage, rememberChosenLink } from '#i18n/remembered-language.ts'

applyStoredTheme()
addEventListener('click', rememberChosenLink, true)
addEventListener('auxclick', rememberChosenLink, true)

if (isMemberAtTheFrontDoor()) {
  hidePage()
  location.replace(paths.dashboard)
} else if (mirrorRememberedLanguage()) {
  hidePage()
  location.reload()
}

/** Only a hint that saves a flash of the landing page: the guard of the dashboard decides. */
function isMemberAtTheFrontDoor(): boolean {
  return (
    location.pathname === paths.home &&
    !carriesAuthAnswer(location.hash) &&
    readStored(sessionStorageKey(location.hostname)) !== null
  )
}

/** Leaving takes a moment, in which the browser would paint what has already arrived. */
function hidePage(): void {
  document.documentElement.hidden = true
}
