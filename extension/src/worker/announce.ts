import { PANEL_PORT, type ToPanels } from '#messages/messages.ts'

const panels = new Set<chrome.runtime.Port>()

/** Informs open pages of the extension about changes. */
export function addPanel(port: chrome.runtime.Port): void {
  panels.add(port)
  port.onDisconnect.addListener(() => panels.delete(port))
}

export const isPanelPort = ({ name }: chrome.runtime.Port) => name === PANEL_PORT

export function announce(message: ToPanels = { kind: 'changed' }): void {
  for (const port of panels) port.postMessage(message)
}
