import { renderSVG } from 'uqr'

/**
 * A picture as SVG text. Clients put it into a data address as it is, so it must hold no `#`: colours
 * are names, and the margin is the one that cameras need.
 */
export const qrCode = (text: string): string => renderSVG(text, { border: 4, pixelSize: 4 })
