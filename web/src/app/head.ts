// Compiled into one inline script that runs before the first paint. Every visitor downloads each line.
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
// Registered permanently: the switch works before, and even without, the application.
addEventListener('click', switchTheme, true)
addEventListener('click', rememberChosenLink, true)
addEventListener('auxclick', rememberChosenLink, true)

// Read from the script's own element, because the configuration is not parsed yet.
const sessionKey = document.currentScript?.dataset.sessionKey ?? ''
takeOverSession(sessionKey)
const hasSession = readStored(sessionKey) !== null
// The header then reserves space for the member instead of offering sign-in.
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

/** Redirecting early avoids a flash of a guest page; it is only a hint, and the dashboard's guard decides. */
function isForGuests(): boolean {
  const { home, login, register, forgotPassword } = paths

  return [home, login, register, forgotPassword].some((path) => path === location.pathname)
}

/** Navigation takes a moment, during which the browser would paint the received part. */
function hidePage(): void {
  document.documentElement.hidden = true
}
