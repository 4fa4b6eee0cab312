/** Fonts of cards and certificates, made by `npm run fonts`. */
import figtreeBold from '#worker/pdf/fonts/figtree-bold.ttf';
import figtreeMedium from '#worker/pdf/fonts/figtree-medium.ttf';
import frauncesExtraBold from '#worker/pdf/fonts/fraunces-extra-bold.ttf';
import kerning from '#worker/pdf/fonts/kerning.json';
import { printFont } from './font.ts';

export const boldFont = printFont('Figtree-Bold', figtreeBold, kerning['figtree-bold']);
export const bodyFont = printFont('Figtree-Medium', figtreeMedium, kerning['figtree-medium']);
export const displayFont = printFont('Fraunces-ExtraBold', frauncesExtraBold, kerning['fraunces-extra-bold']);
