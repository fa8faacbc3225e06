// The board, its squares and stacks, the hands, the keys (rules R5); knows no rule of play.
//
// Cells, hands and keys are those of mentis_records.games.mentis, so that sums over keys compare.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace mentis {

enum Tile { NO_TILE, SPEARS, TRENCHMEN, NOBLES, KING, WOLF };

constexpr int SIZE = 7, SQUARES = 49, MAX_HEIGHT = 3;
constexpr int RED_BIT = 512, TILES_MASK = 511;
constexpr int HAND_SHIFT[] = {0, 0, 3, 6, 0, 9};
constexpr int SET_SIZE[] = {0, 3, 3, 3, 1, 1};
constexpr int BASE_HAND = 3 | 3 << 3 | 3 << 6, WOLF_HAND = BASE_HAND | 1 << 9;
constexpr std::string_view LETTERS = " STNKW";

constexpr int square(char column, char row) { return SIZE * (row - '1') + (column - 'a'); }
constexpr bool is_column(char c) { return c >= 'a' && c <= 'g'; }
constexpr bool is_row(char c) { return c >= '1' && c <= '7'; }
constexpr int tile_of(char letter) {
    return letter == 'S' ? SPEARS : letter == 'T' ? TRENCHMEN : letter == 'N' ? NOBLES
         : letter == 'K' ? KING : letter == 'W' ? WOLF : NO_TILE;
}

constexpr int height(int cell) {
    const int tiles = cell & TILES_MASK;
    return (tiles > 0) + (tiles > 7) + (tiles > 63);
}
constexpr int hand_count(int hand, int tile) { return hand >> HAND_SHIFT[tile] & 7; }

constexpr int HILL[2][3] = {{2, 3, 4}, {44, 45, 46}};
constexpr int DEPLOYMENT[2][5] = {{1, 5, 9, 10, 11}, {43, 47, 37, 38, 39}};

// What the squares are to one another, computed once.
struct Geometry {
    int8_t hill[SQUARES] = {};            // 0 off the hills, 1 on Blue's, 2 on Red's
    bool deployment[2][SQUARES] = {};
    int8_t step[SQUARES][8] = {};         // neighbours, four orthogonal ones first, or -1
    int8_t direction[SQUARES][SQUARES] = {};  // orthogonal 0..3 in line, else -1
    int8_t distance[SQUARES][SQUARES] = {};   // in king's steps

    constexpr Geometry() {
        constexpr int by_column[] = {0, 1, 0, -1, 1, 1, -1, -1};
        constexpr int by_row[] = {1, 0, -1, 0, 1, -1, -1, 1};
        for (int side = 0; side < 2; ++side) {
            for (int at : HILL[side]) hill[at] = int8_t(side + 1);
            for (int at : DEPLOYMENT[side]) deployment[side][at] = true;
        }
        for (int from = 0; from < SQUARES; ++from) {
            for (int way = 0; way < 8; ++way) {
                const int column = from % SIZE + by_column[way], row = from / SIZE + by_row[way];
                const bool on = column >= 0 && column < SIZE && row >= 0 && row < SIZE;
                step[from][way] = int8_t(on ? SIZE * row + column : -1);
            }
            for (int to = 0; to < SQUARES; ++to) {
                const int columns = to % SIZE - from % SIZE, rows = to / SIZE - from / SIZE;
                const int wide = columns < 0 ? -columns : columns, high = rows < 0 ? -rows : rows;
                distance[from][to] = int8_t(wide > high ? wide : high);
                direction[from][to] = int8_t(from == to || (columns && rows) ? -1
                                             : rows > 0   ? 0
                                             : columns > 0 ? 1
                                             : rows < 0   ? 2
                                                          : 3);
            }
        }
    }
};
inline constexpr Geometry GEOMETRY;

constexpr uint64_t KEY_MASK = 0x7FFF'FFFF'FFFF'FFFF, RED_TO_MOVE = 0x1D3F'8A6B'52C7'90E5;

// SplitMix64's output for a state (Steele, Lea, Flood 2014), cut to 63 bits.
constexpr uint64_t mix(uint64_t value) {
    value = (value + 1) * 0x9E37'79B9'7F4A'7C15;
    value = (value ^ value >> 30) * 0xBF58'476D'1CE4'E5B9;
    value = (value ^ value >> 27) * 0x94D0'49BB'1331'11EB;
    return (value ^ value >> 31) & KEY_MASK;
}

// What a square adds to a position's sum and to that of its mirror image.
struct Parts {
    uint64_t plain, mirrored;
};

constexpr int mirror(int at) { return at / SIZE * SIZE + SIZE - 1 - at % SIZE; }

struct Keys {
    Parts cell[SQUARES][1024];
    uint64_t hand[2][4096];

    Keys() {
        for (int at = 0; at < SQUARES; ++at) {
            cell[at][0] = {0, 0};
            for (int content = 1; content < 1024; ++content)
                cell[at][content] = {mix(uint64_t(at << 10 | content)),
                                     mix(uint64_t(mirror(at) << 10 | content))};
        }
        for (int side = 0; side < 2; ++side)
            for (int held = 0; held < 4096; ++held)
                hand[side][held] = mix(uint64_t(1 << 20 | side << 12 | held));
    }
};
inline const Keys KEYS;

struct Position {
    uint16_t cells[SQUARES] = {};
    uint16_t hands[2] = {};
    int side = 0, number = 1;
    uint64_t plain = 0, mirrored = 0;  // the sums of the position and of its mirror image

    // The smaller sum without its lowest three bits, plus 1 if that is the image's.
    uint64_t key() const {
        const uint64_t own = plain & ~uint64_t(7), image = mirrored & ~uint64_t(7);
        return own <= image ? own : image + 1;
    }

    static Position start(bool has_wolf) {
        Position position;
        position.cells[HILL[0][1]] = KING;
        position.cells[HILL[1][1]] = KING | RED_BIT;
        position.hands[0] = position.hands[1] = uint16_t(has_wolf ? WOLF_HAND : BASE_HAND);
        position.sum_up();
        return position;
    }

    void sum_up() {
        plain = KEYS.hand[0][hands[0]] ^ KEYS.hand[1][hands[1]] ^ (side ? RED_TO_MOVE : 0);
        mirrored = plain;
        for (int at = 0; at < SQUARES; ++at) {
            plain ^= KEYS.cell[at][cells[at]].plain;
            mirrored ^= KEYS.cell[at][cells[at]].mirrored;
        }
    }

    void put(int at, int content) {
        const Parts& before = KEYS.cell[at][cells[at]];
        const Parts& after = KEYS.cell[at][content];
        plain ^= before.plain ^ after.plain;
        mirrored ^= before.mirrored ^ after.mirrored;
        cells[at] = uint16_t(content);
    }

    void hold(int owner, int held) {
        const uint64_t change = KEYS.hand[owner][hands[owner]] ^ KEYS.hand[owner][held];
        plain ^= change;
        mirrored ^= change;
        hands[owner] = uint16_t(held);
    }

    void pass_turn() {
        plain ^= RED_TO_MOVE;
        mirrored ^= RED_TO_MOVE;
        number += side;
        side ^= 1;
    }

    bool has_king(int owner) const {
        const int king = KING | (owner ? RED_BIT : 0);
        for (int at : HILL[owner])
            if (cells[at] == king) return true;
        return false;
    }
};

}  // namespace mentis
