// SPDX-License-Identifier: MIT
// Generated from contracts/art by `npm run art`: change the pictures there.
pragma solidity 0.8.37;

/// @title The pictures of contracts/art, as lists
/// @dev A list has one item for each picture, in the order of the files' numbers, separated by `,`. A drawing lists its
/// layers from back to front, separated by `;`. A layer is the letter of its ink (`Inks`) and an SVG path. A layer that
/// starts with `-` is a line: its width in steps of 1.5, its ink and its path. A colour has three bytes.
library Art {
    /// @dev Colours for each hour: the sky, the sun or moon, and the tint.
    bytes internal constant HOUR_COLOURS =
        hex"f4d8c6f0946ae2aca3"
        hex"e6ecdff6cb74fff4d8"
        hex"cfe3e1fbe39cffffff"
        hex"efe3cff2b45af6e6c4"
        hex"f5cf96ec8a44e08b3f"
        hex"b98791ec6f4f4a2f52"
        hex"66859ae9e4cf22405c"
        hex"223842f1e6cb10222f";

    /// @dev The tint's strength for each hour, in percent.
    bytes internal constant HOUR_TINT_SHARES = hex"0c060004141a2634";

    /// @dev For each hour, 1 if the moon shines.
    bytes internal constant HOUR_NIGHTS = hex"0000000000000101";

    /// @dev Where sun or moon stand.
    string internal constant HOUR_LIGHTS =
        "62 196,76 104,226 54,252 84,262 158,256 214,248 74,250 70";

    string internal constant HOUR_NAMES =
        "Dawn,Morning,Noon,Afternoon,Golden hour,Dusk,Blue hour,Night";

    /// @dev By season: far, ground, leaves, blooms.
    bytes internal constant SEASON_COLOURS =
        hex"cbdab0a3b981739c62f2b3b5"
        hex"c3cfa87f92714d6a57f7c662"
        hex"dcc796bb9c5fc56f31a8401f"
        hex"d6e0dfeff1ec6f8b81fffaf1";

    /// @dev By season: 1 if snow lies.
    bytes internal constant SEASON_SNOWS = hex"00000001";

    string internal constant SEASON_NAMES = "Spring,Summer,Autumn,Winter";

    string internal constant HOME_NAMES =
        "Cottage,Tower,Terrace,Gable,A-frame,Barn,Villa,Windmill,Canal house,Pavilion";

    string internal constant HOME_DRAWINGS =
        "wM94 166h132v92H94z;sM226 166v92h-26v-92zM94 166h132v9H94z;rM76 172l84-82 84 82-8 8H84z;jM160 90l50 49-10 6-12-8-14 8-14-8-14 8-12-8-14 8-10-6z,"
        "wM114 108h92v150h-92z;sM206 108v150h-22V108zM114 108h92v9h-92z;rM102 114l58-70 58 70z;jM160 44l32 39-10 5-10-7-12 8-12-8-10 7-10-5z,"
        "wM96 106h128v152H96z;sM224 106v152h-18V106zM96 112h128v6H96z;rM88 96h144v16H88zM100 86h120v10H100z;jM86 92h148v8l-16 4-14-5-18 5-16-5-18 5-18-5-16 5-16-5-16 5z,"
        "wM102 160l58-76 58 76v98H102z;sM160 84l58 76v98h-22V142z;rM160 64l84 108-15 12-69-89-69 89-15-12z;jM160 64l46 60-10 8-36-46-36 46-10-8z,"
        "rM160 50 266 258H54z;jM160 50l38 74-14-4-10 10-14-8-14 8-10-10-14 4z;wM160 90 242 258H78z;sM160 90 242 258h-16L150 110z;oM116 192h88l4 8h-96z,"
        "wM94 258v-98l20-48 46-28 46 28 20 48v98z;sM206 112l20 48v98h-24V116z;-9rM86 168l24-58 50-32 50 32 24 58;-4jM104 108l56-36 56 36,"
        "wM74 174h172v84H74z;sM246 174v84h-16v-84zM74 180h172v6H74z;rM60 180l28-46h144l28 46z;jM88 134h144l12 20-18 4-16-6-18 6-32-6-32 6-18-6-16 6-18-4z;wM124 258V142l36-38 36 38v116z;sM196 142v116h-12V132z;-7rM116 150l44-46 44 46,"
        "wM118 258l14-134h56l14 134z;sM188 124l14 134h-22l-8-134z;rM126 128c0-28 14-42 34-42s34 14 34 42z;jM134 104c6-12 15-18 26-18s20 6 26 18l-14 5-12-6-12 6z;tM157 115L163 117L133 174L127 171zM155 132L169 139L149 178L135 170zM161 113L159 119L102 89L105 83zM144 111L137 125L98 105L106 91zM163 117L157 115L187 58L193 61zM165 100L151 93L171 54L185 62zM159 119L161 113L218 143L215 149zM176 121L183 107L222 127L214 141z;-8kM160 116h0,"
        "wM104 258V126h12v-18h12V90h14V74h36v16h14v18h12v18h12v132z;sM216 126v132h-20V108h8v18z;rM100 118h16v8h-16zM112 100h16v8h-16zM124 82h18v8h-18zM138 66h44v8h-44zM178 82h18v8h-18zM192 100h16v8h-16zM204 118h16v8h-16zM104 170h112v5H104z;jM100 114h16v8h-16zM112 96h16v8h-16zM124 78h18v8h-18zM138 62h44v8h-44zM178 78h18v8h-18zM192 96h16v8h-16zM204 114h16v8h-16z,"
        "wM84 186h152v72H84zM118 122h118v60H118z;sM236 122v136h-16V122zM118 122h118v6H118zM84 190h152v6H84z;rM74 180h170v11H74zM108 112h138v12H108z;jM74 176h34v7H74zM106 107h142v8l-18 3-18-4-20 4-22-4-20 4-22-4-22 4z";

    /// @dev Upper left corner of the chimney.
    string internal constant HOME_CHIMNEYS =
        "196 96,178 62,186 76,194 94,198 106,196 92,214 118,172 92,190 96,206 92";

    /// @dev Upper left corners of the windows, `;` between them.
    string internal constant HOME_WINDOWS =
        "106 188;188 188;147 132,"
        "128 126;166 126;128 168;166 168,"
        "108 122;147 122;186 122;108 168;147 168;186 168,"
        "147 124;111 188;183 188,"
        "147 138;110 206;184 206,"
        "147 120;106 186;188 186,"
        "147 152;88 196;206 196,"
        "147 166,"
        "147 96;120 132;174 132;116 178;178 178,"
        "130 134;164 134;198 134;98 200;196 200";

    string internal constant HEARTH_NAMES = "Cold,Wisp,Plume,Heart";

    /// @dev Smoke, from the upper left corner of the chimney.
    string internal constant HEARTH_DRAWINGS =
        ","
        "-5cM9-8c-10-12 10-18 1-32,"
        "-5cM9-8c-14-10 14-18 4-32s10-14 18-24,"
        "eM9-8C-4-18-12-26-8-34c3-7 13-7 17 1 4-8 14-8 17-1 4 8-4 16-17 26z";

    /// @dev Weights. A hearth's chance is its share of their sum.
    bytes internal constant HEARTH_SHARES = hex"0b060601";

    string internal constant WALL_NAMES = "Chalk,Sand,Honey,Terracotta,Rose,Sage,Mist,Slate";
    bytes internal constant WALL_COLOURS = hex"fbf3e4ead2a7eab766cf7a56e3a596b5c2a0d5dcd68295a0";

    string internal constant ROOF_NAMES = "Brick,Pine,Rust,Ink,Straw,Plum";
    bytes internal constant ROOF_COLOURS = hex"b4492c37524a8a3b282f3b44c2912f6a3f58";

    string internal constant DOOR_NAMES = "Pine,Brick,Ink,Marigold,Teal,Plum,Cream,Sky";
    bytes internal constant DOOR_COLOURS = hex"37524aa8401f26343ce0a03c2f7f84733f62f6ead26fa3bd";

    string internal constant VIEW_NAMES = "Hills,Mountains,Sea,Town,Forest,Fields";
    string internal constant VIEW_DRAWINGS =
        "fM0 216c46-34 92-40 150-16s120 14 170-22v110H0z;sM0 240c60-26 110-20 160-6s110 8 160-14v60H0z,"
        "fM-8 262 66 142l34 44 40-62 56 74 40-40 92 104z;tM66 142l22 28-12-2-12 8-10-10-6 4zM140 124l28 37-14-3-12 9-10-9-14 2z;sM66 142l34 44-14 76H74zM140 124l56 74 24 64h-70zM236 158l92 104h-80z,"
        "uM0 204h320v70H0z;fM0 204c20-14 44-18 62 0zM226 204c16-10 30-22 52-20s30 12 42 12v8z;-1tM14 220h30m-18 10h44M232 218h40m-14 11h46M98 216h22;tM292 214v-26l17 26zM288 214v-20l-11 20z;oM274 216h38l-6 8h-26z,"
        "fM0 262v-52h18v-14l12-12 12 12v20h14v-44h22v30h16v-20l14-14 14 14v16h112v-16h18v-34l10-22 10 22v50h16v-20l14-12 14 12v-8h14v90z;sM42 216h14v-44h11v92H42zM252 148l10-22 10 22v116h-20z;yM62 184h5v7h-5zm0 16h5v7h-5zM24 212h5v7h-5zm236-34h5v7h-5zm0 18h5v7h-5zm36 14h5v7h-5z,"
        "fM0 262v-48l16-40 16 40 14-32 16 38 18-52 18 52 16-34 14 34 20-44 18 44 14-30 18 34 16-52 20 48 14-34 18 40 16-48 18 44 12-28v68z;sM0 262v-22l12-28 14 30 16-38 18 40 14-28 14 28 18-36 100 6 100-8 14 36v22z,"
        "fM0 214c80-18 210-20 320-4v60H0z;bM0 226 96 208l40 1L30 262H0zM196 208l44 2 80 24v22z;sM136 209l60-1 70 54H60z;-1tM0 240 70 213M320 246l-92-37";

    string internal constant SKY_NAMES = "Clear,Cloud,Clouds,Birds,Balloon,Kite";
    string internal constant SKY_DRAWINGS =
        ","
        "cM22 74a13 13 0 0 1 13-13 20 20 0 0 1 37-5 15 15 0 0 1 25 9 9 9 0 0 1 0 18H31a9 9 0 0 1-9-9z,"
        "cM22 74a13 13 0 0 1 13-13 20 20 0 0 1 37-5 15 15 0 0 1 25 9 9 9 0 0 1 0 18H31a9 9 0 0 1-9-9zM230 128a9 9 0 0 1 9-9 14 14 0 0 1 26-3 11 11 0 0 1 18 7 6 6 0 0 1 0 12h-46a7 7 0 0 1-7-7z,"
        "-2kM40 82q7-8 12 0 6-8 13 0M72 60q6-7 10 0 5-7 11 0M30 54q5-6 9 0 4-6 9 0,"
        "rM60 34a26 26 0 0 1 26 26c0 15-12 24-17 34H51C46 84 34 75 34 60a26 26 0 0 1 26-26z;tM60 34c8 6 11 15 11 26 0 13-4 24-6 34H55c-2-10-6-21-6-34 0-11 3-20 11-26z;oM53 101h14v10a3 3 0 0 1-3 3h-8a3 3 0 0 1-3-3z;-1oM52 94l2 8m14-8-2 8,"
        "dM70 44 92 66 66 98 52 62z;tM70 44 66 98 52 62z;-1kM66 98c-8 18 10 26 0 44s-30 24-34 52";

    string internal constant TREE_NAMES = "Oak,Cypress,Pine,Birch,Apple,Poplar,Willow,Maple";
    string internal constant TREE_DRAWINGS =
        "oM44 262v-60h9v60z;lM48 132a30 30 0 0 1 29 36 26 26 0 0 1-12 48H34a26 26 0 0 1-14-47 30 30 0 0 1 28-37z;sM77 168a26 26 0 0 1-12 48H40c30-2 36-24 37-48z,"
        "lM34 262c-14-20-8-80 6-122 14 42 20 102 6 122zM62 262c-10-16-6-58 6-88 12 30 16 72 6 88z;sM40 140c14 42 20 102 6 122h-8c8-40 6-90 2-122zM68 174c12 30 16 72 6 88h-7c5-30 5-62 1-88z,"
        "oM44 262v-26h8v26z;lM48 122l24 44H60l20 38H66l20 40H10l20-40H16l20-38H24z;sM48 122l24 44H60l20 38H66l20 40H50z;jM48 122l15 28-8-3-7 6-7-6-8 3z,"
        "tM36 262l3-104h7l2 104zM64 262l1-80h6l2 80z;iM38 196h5v3h-5zm4 22h5v3h-5zm-5 20h6v3h-6zm29-32h4v3h-4zm3 28h4v3h-4z;lM42 126c20 6 26 40 16 62-4 10-28 10-33 0-9-20-3-54 17-62zM68 160c14 5 19 28 12 44-4 8-20 8-24 0-7-15-2-38 12-44z;sM42 126c20 6 26 40 16 62-2 5-9 7-16 7zM68 160c14 5 19 28 12 44-2 4-7 6-12 6z,"
        "oM44 262v-40l-12-18 5-4 11 16 10-16 5 4-10 18v40z;lM48 148a40 36 0 0 1 0 72 40 36 0 0 1 0-72z;sM74 160a40 36 0 0 1-32 60c28-6 40-30 32-60z;-6eM30 176h0M52 166h0M68 186h0M44 198h0M22 196h0M62 208h0,"
        "oM22 262v-20h5v20zM46 262v-20h6v20zM72 262v-20h5v20z;lM24 160c13 10 15 88 0 88s-13-78 0-88zM49 118c16 12 18 130 0 130s-16-118 0-130zM74 172c12 10 14 76 0 76s-12-66 0-76z;sM24 160c13 10 15 88 0 88zM49 118c16 12 18 130 0 130zM74 172c12 10 14 76 0 76z,"
        "oM42 262c4-30 2-50-2-74h12c-2 24-2 46 2 74z;lM46 140c30 0 42 30 42 86-6 8-12 8-14-4-4 22-14 22-17 2-4 20-16 20-20 0-4 18-14 18-17-2-3 12-9 12-15 2-2-54 11-84 41-84z;sM52 141c26 3 36 33 36 85-6 8-12 8-14-4-4 22-14 22-17 2 8-30 8-60-5-83z,"
        "oM45 262v-50h7v50z;lM48 130l10 18 14-6-2 18 16 4-8 16 12 12-16 6 4 18-18-2-8 12-4-8-4 8-10-12-18 2 4-18-16-6 12-12-8-16 16-4-2-18 14 6z;sM48 130l10 18 14-6-2 18 16 4-8 16 12 12-16 6 4 18-18-2-8 12-4-8z";

    string internal constant DOORWAY_NAMES = "Arched,Square,Double";
    string internal constant DOORWAY_DRAWINGS =
        "tM142 258v-32a18 18 0 0 1 36 0v32z;dM145 258v-32a15 15 0 0 1 30 0v32z;yM151 228a9 9 0 0 1 18 0v6h-18z;-2hM169 243h0,"
        "tM142 258v-48h36v48z;dM145 258v-45h30v45z;sM149 217h10v14h-10zm12 0h10v14h-10zM149 236h10v16h-10zm12 0h10v16h-10z;rM138 206h44v6h-44z;-2hM171 234h0,"
        "tM138 258v-44h44v44z;dM141 258v-41h18v41zM161 258v-41h18v41z;yM145 221h10v15h-10zM165 221h10v15h-10z;-2hM156 242h0M164 242h0";

    string internal constant WINDOW_NAMES = "Sash,Arched,Round,Shuttered,Flower box";
    string internal constant WINDOW_DRAWINGS =
        "tM-1-1h28v33H-1z;aM2 2h22v28H2z;tM12 2h2v28h-2zM2 14h22v2H2zM-4 32h34v4H-4z,"
        "tM-1 33V13a14 14 0 0 1 28 0v20z;aM2 30V13a11 11 0 0 1 22 0v17z;tM12 2h2v29h-2zM2 14h22v2H2z,"
        "tM13 1a15 15 0 1 1-.1 0z;aM13 4a12 12 0 1 1-.1 0z;tM12 4h2v24h-2zM1 15h24v2H1z,"
        "aM4 0h18v32H4z;tM12 0h2v32h-2zM4 14h18v2H4zM-4 32h34v4H-4z;dM-4 0h7v32h-7zM23 0h7v32h-7z,"
        "tM-1-1h28v33H-1z;aM2 2h22v28H2z;tM12 2h2v28h-2zM2 14h22v2H2z;lM-3 31a5 5 0 0 1 9-3 5 5 0 0 1 9-1 5 5 0 0 1 9 1 5 5 0 0 1 6 4z;-4eM1 28h0M10 25h0M18 27h0M26 28h0;oM-4 31h34v7H-4z";

    string internal constant GARDEN_NAMES =
        "Hedge,Roses,Sunflowers,Tulips,Picket fence,Lavender,Cabbages,Pumpkins";
    string internal constant GARDEN_DRAWINGS =
        "lM228 268a16 20 0 0 1 30-6 18 22 0 0 1 30-2 16 18 0 0 1 30 8v2h-90z;sM228 268a18 14 0 0 1 30-6c10 4 20 4 30-2a20 18 0 0 1 30 8v2h-90z,"
        "lM234 270a18 26 0 0 1 36-8 18 26 0 0 1 40 8z;-6eM245 256h0M258 248h0M268 262h0M284 248h0M298 258h0M283 265h0,"
        "-2lM246 272v-40m0 22q8-8 12-6M270 272v-54m0 30q-8-8-12-6m12 16q8-8 12-6M296 272v-36m0 20q-8-8-12-6;hM246 219a11 11 0 1 1-.1 0zM270 201a13 13 0 1 1-.1 0zM296 224a10 10 0 1 1-.1 0z;-7oM246 230h0M270 214h0M296 234h0,"
        "-2lM240 274v-18m16 22v-20m16 16v-18m16 22v-20m16 16v-18;eM234 246l3 4 3-6 3 6 3-4v8a6 6 0 0 1-12 0zM266 246l3 4 3-6 3 6 3-4v8a6 6 0 0 1-12 0zM298 246l3 4 3-6 3 6 3-4v8a6 6 0 0 1-12 0z;hM250 248l3 4 3-6 3 6 3-4v8a6 6 0 0 1-12 0zM282 248l3 4 3-6 3 6 3-4v8a6 6 0 0 1-12 0z,"
        "tM228 274v-28l5-6 5 6v28zm20 0v-28l5-6 5 6v28zm20 0v-28l5-6 5 6v28zm20 0v-28l5-6 5 6v28zm20 0v-28l5-6 5 6v28zM224 250h96v5h-96zm0 13h96v5h-96z,"
        "lM228 272a14 12 0 0 1 28-2 16 14 0 0 1 32-2 14 12 0 0 1 28 4z;-3qM234 262l-4-16m12 15v-18m9 18l3-16m9 14l-3-18m11 17l1-20m8 20l5-16m7 15v-18m8 20l5-14,"
        "oM226 264h94v12h-94z;mM230 266a12 12 0 0 1 24 0zM260 266a12 12 0 0 1 24 0zM290 266a12 12 0 0 1 24 0z;lM236 266a6 8 0 0 1 12 0zM266 266a6 8 0 0 1 12 0zM296 266a6 8 0 0 1 12 0z,"
        "-2lM228 272q20-14 40-2t46-2M252 256q2-8 8-8M290 260q0-7-6-8;nM252 254a16 12 0 1 1-.1 0zM290 258a13 10 0 1 1-.1 0z;sM252 254a6 12 0 1 1-.1 0zM290 258a5 10 0 1 1-.1 0z";

    string internal constant COMPANY_NAMES =
        "Nobody,Cat,Dog,Hen,Bicycle,Letterbox,Lantern,Wheelbarrow";
    string internal constant COMPANY_DRAWINGS =
        ","
        "iM64 300c-2-14 2-24 9-27l-2-13 7 5h7l7-5-2 14c7 6 9 16 8 26z;-3iM97 298c14 0 12-16 6-20;-2yM78 271h0M86 271h0,"
        "nM58 302v-18c0-6 4-10 10-10h20l4-12c6-4 16-2 18 6l6 3c0 6-4 8-10 8l-4 5v18h-6v-14H70v14h-6v-12l-2 12z;oM94 262c-6 2-8 10-4 14 5 0 6-8 4-14z;-3nM60 280c-6-2-8-8-6-14;-2iM104 267h0,"
        "tM62 278c6 4 12 4 17 0 3-8 5-14 12-14s9 6 8 12c-2 14-8 22-19 22-12 0-18-8-18-20z;eM86 265c0-5 4-6 5-3 2-3 6-1 5 3zM97 275c3 4 1 7-1 7s-2-4-1-7z;hM99 269l7 2-7 3z;-1hM77 297v7m6-7v7;-2iM93 270h0,"
        "-2iM60 276a13 13 0 1 0 .1 0zM102 276a13 13 0 1 0 .1 0z;-2eM60 289l12-19h22l-14 19-12-24m12 24H60m42 0-9-26h8;-2iM63 264h10,"
        "oM80 300v-28h6v28z;eM66 276v-10a9 9 0 0 1 9-9h22a9 9 0 0 1 9 9v10z;vM66 276v-10a9 9 0 0 1 18 0v10z;hM98 262h3v-12h8v6h-5v6z,"
        "iM80 300v-40h4v40zM76 302v-4h12v4zM72 240l10-9 10 9z;yM74 241h16l-3 18H77z;-1iM82 241v18m-8-18 3 18h10l3-18,"
        "mM66 276a8 8 0 0 1 12-6 9 9 0 0 1 15-2 8 8 0 0 1 11 8z;dM60 274h48l-8 20H74z;-2oM60 274l-14-6m28 26-6 9m26-9 4 9;-8iM100 298h0;-4eM84 266h0;-4hM95 265h0";

    string internal constant SKY = "xM0 0h320v320H0z";
    string internal constant STARS =
        "tM40 40l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM104 66l1 4 4 1-4 1-1 4-1-4-4-1 4-1zM196 26l2 4 4 2-4 2-2 4-2-4-4-2 4-2zM292 136l1 4 4 1-4 1-1 4-1-4-4-1 4-1zM28 112l1 3 3 1-3 1-1 3-1-3-3-1 3-1zM148 38l1 3 3 1-3 1-1 3-1-3-3-1 3-1z";
    string internal constant SUN = "zM0-30a30 30 0 1 1-.1 0z";
    string internal constant MOON = "zM8-24a25 25 0 1 0 17 31A21 21 0 0 1 8-24z";
    string internal constant GROUND = "gM0 250c60-14 120-16 180-8s100 8 140-2v80H0z";
    string internal constant PATH = "pM142 258h36c4 18 24 40 44 62H98c20-22 40-44 44-62z";
    string internal constant CHIMNEY = "oM0 0h18v62H0zM-2-4h22v8H-2z;vM-2-4h22v8H-2z";

    /// @dev The digits from 0 to 9, drawn as lines in a box of 9 by 12, so a picture needs no font.
    string internal constant DIGITS =
        "M0 4.5a4.5 4.5 0 0 1 9 0v3a4.5 4.5 0 0 1-9 0z,"
        "M1.5 2.5 5 0v12,"
        "M.3 3.5a4.2 3.7 0 0 1 8.2.5C8.5 7 2 9 .3 12h8.5,"
        "M.5 0h8L4.2 4.8a4 3.6 0 1 1-4 5,"
        "M6.5 12V0L0 8.5h9,"
        "M8.2 0H1.5L.8 5.2a4.2 3.7 0 1 1-.5 5.2,"
        "M7.5.3C3 1 .3 5 .3 8a4.2 4 0 1 0 1-3,"
        "M.3 0h8.5L3.5 12,"
        "M4.5 5.6a3.5 2.8 0 1 1 .1 0a4.2 3.2 0 1 1-.1 0z,"
        "M1.5 11.7C6 11 8.7 7 8.7 4a4.2 4 0 1 0-1 3";

    /// @dev Inks that have the same colour in every season and home.
    string internal constant FIXED_INKS = "cehikmnopqtu";
    bytes internal constant FIXED_INK_COLOURS =
        hex"ffffffc8452ceeb02f26302c2a3d368fae78c47a357a5238e7d9c08f6fa8fffaf17fa3a6";
}
