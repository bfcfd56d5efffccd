/** Names of HTML 4, but for most signs of mathematics: a code and the names from it on; "-": a code without a name here. */
const NAMES = [
	'34 quot - - - amp apos|60 lt - gt|160 nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr',
	'176 deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest',
	'192 Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml',
	'208 ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig',
	'224 agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml',
	'240 eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml|338 OElig oelig|352 Scaron scaron|376 Yuml',
	'402 fnof|710 circ|732 tilde',
	'913 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega',
	'945 alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega',
	'8194 ensp emsp - - - - - thinsp - - zwnj zwj lrm rlm|8211 ndash mdash - - - lsquo rsquo sbquo - ldquo rdquo bdquo - dagger Dagger bull - - - hellip',
	'8240 permil - prime Prime|8249 lsaquo rsaquo|8260 frasl|8364 euro|8482 trade|8592 larr uarr rarr darr harr|8656 lArr uArr rArr dArr hArr|8722 minus',
	'8730 radic - - - infin|8776 asymp|8800 ne equiv - - le ge|9824 spades - - clubs - hearts diams',
];

/** A Map, because a mail may contain `&toString;`, a name that every JavaScript object has. */
const ENTITIES = new Map(
	NAMES.flatMap((line) => line.split('|')).flatMap((range) => {
		const [first, ...names] = range.split(' ');
		return names.map((name, place) => [name, String.fromCodePoint(Number(first) + place)] as const);
	}),
);

/** HTML reads the codes 128 to 159 as Windows does. A TextDecoder for that has a fault in some versions of Node. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** A character by its number, decimal or hexadecimal, or by its name. A name without ";" ends as a word, unless a "=" follows. */
const ENTITY = /&(?:#(\d+);?|#x([0-9a-f]+);?|([a-z][a-z0-9]{1,7})(;|(?![=\w])))/gi;
/**
 * Replaces entities by their characters; half a character, which other programs reject, becomes the replacement character.
 * Only the characters up to 255 have names that need no ";". The address `?a=1&copy=2` has none of them.
 */
export function withoutEntities(text: string): string {
	const decoded = !text.includes('&') ? text : text.replace(ENTITY, (whole, decimal, hex, name, end) => {
		if (name !== undefined) {
			const character = ENTITIES.get(name);
			return character !== undefined && (end === ';' || character <= '\u00ff') ? character : whole;
		}
		const code = decimal !== undefined ? Number(decimal) : parseInt(hex, 16);
		if (code >= 128 && code < 160) return WINDOWS[code - 128];
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
	return /[\ud800-\udfff]/.test(decoded) ? decoded.replace(/\p{Surrogate}/gu, '\ufffd') : decoded;
}
