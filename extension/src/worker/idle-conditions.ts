type Conditions = {
  /** As `chrome.idle` answers for the chosen time. */
  idleState: 'active' | 'idle' | 'locked'
  isTabShown: boolean
  isOnline: boolean
}

/** The computer is idle or the project is not visible, and there is a network. */
export const isQuiet = ({ idleState, isTabShown, isOnline }: Conditions): boolean =>
  isOnline && (idleState !== 'active' || !isTabShown)
