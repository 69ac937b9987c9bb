// Compiled into one inline script that runs before anything is painted. Every line costs every visitor bytes.
import { carriesAuthAnswer } from '#api/session/auth-answer.ts'
import { takeOverSession } from '#api/session/session-storage-key.ts'
import { readStored } from '#browser/storage.ts'
import { applyStoredTheme, toggleTheme } from '#browser/theme.ts'
import { THEME_TOGGLE } from '#browser/theme-toggle.ts'
import { paths } from '#config/paths.ts'
import {
  leaveLanguageAddress,
  mirrorRememberedLanguage,
  rememberChosenLink,
} from '#i18n/remembered-language.ts'

applyStoredTheme()
leaveLanguageAddress()
// Here for good: the switch works before, and even without, the application.
addEventListener('click', switchTheme, true)
addEventListener('click', rememberChosenLink, true)
addEventListener('auxclick', rememberChosenLink, true)

// The script's own element tells it: the configuration is not read yet, and what differs by installation is no part of this code.
const sessionKey = document.currentScript?.dataset.sessionKey ?? ''
takeOverSession(sessionKey)
const hasSession = readStored(sessionKey) !== null
// The header then keeps a place for the member instead of offering to sign in.
if (hasSession) document.documentElement.dataset.session = ''

if (hasSession && isForGuests() && !carriesAuthAnswer(location)) {
  hidePage()
  location.replace(paths.dashboard)
} else if (mirrorRememberedLanguage()) {
  hidePage()
  location.reload()
}

function switchTheme({ target }: Event): void {
  if (target instanceof Element && target.closest(THEME_TOGGLE)) toggleTheme()
}

/** Leaving at once saves a flash of a page that is not for members; it is only a hint, the guard of the dashboard decides. */
function isForGuests(): boolean {
  const { home, login, register, forgotPassword } = paths

  return [home, login, register, forgotPassword].some((path) => path === location.pathname)
}

/** Leaving takes a moment, in which the browser would paint what has already arrived. */
function hidePage(): void {
  document.documentElement.hidden = true
}
