/** Marks the switches that the head script listens to. */
export const THEME_TOGGLE = '[data-theme-toggle]'
