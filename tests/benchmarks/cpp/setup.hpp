// Position strings, BOARD SIDE HANDS MOVE; those that cannot be are refused.
#pragma once

#include <string_view>

#include "position.hpp"

namespace mentis {

class SetupParser {
public:
    explicit SetupParser(std::string_view text) : text_(text) {}

    bool parse(Position& position) {
        for (int row = SIZE - 1; row >= 0; --row)
            if (!read_row(position, row) || !take(row ? '/' : ' ')) return false;
        if (!take('b')) {
            if (!take('r')) return false;
            position.side = 1;
        }
        if (!take(' ') || !read_hand(position, 0) || !take('/') || !read_hand(position, 1))
            return false;
        if (!take(' ') || !read_number(position.number) || at_ != text_.size()) return false;
        position.sum_up();
        return is_sound(position);
    }

private:
    std::string_view text_;
    size_t at_ = 0;

    char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(char wanted) { return next() == wanted ? ++at_, true : false; }

    // Reads a tile's letter; `side` becomes its owner, or must be if it is known.
    int read_tile(int& side) {
        const char letter = next();
        const int owner = letter >= 'a' && letter <= 'z';
        const int tile = tile_of(owner ? char(letter - 'a' + 'A') : letter);
        if (!tile || (side >= 0 && side != owner)) return NO_TILE;
        side = owner;
        ++at_;
        return tile;
    }

    bool read_row(Position& position, int row) {
        int column = 0;
        bool after_digit = false;
        while (column < SIZE) {
            if (is_row(next())) {
                if (after_digit) return false;
                column += text_[at_++] - '0';
                after_digit = true;
                continue;
            }
            const bool is_stack = take('(');
            int side = -1, cell = 0, tall = 0;
            do {
                const int tile = read_tile(side);
                if (!tile || ++tall > MAX_HEIGHT) return false;
                cell = cell << 3 | tile;
            } while (is_stack && !take(')'));
            position.cells[SIZE * row + column++] = uint16_t(cell | side << 9);
            after_digit = false;
        }
        return column == SIZE;
    }

    bool read_hand(Position& position, int side) {
        if (take('-')) return true;
        int hand = 0, last = NO_TILE;
        while (next() != '/' && next() != ' ') {
            int owner = side;
            const int tile = read_tile(owner);
            if (tile <= last || tile == KING || next() < '1' || next() > '3') return false;
            hand |= (text_[at_++] - '0') << HAND_SHIFT[tile];
            last = tile;
        }
        position.hands[side] = uint16_t(hand);
        return last != NO_TILE;
    }

    bool read_number(int& number) {
        const size_t begin = at_;
        number = 0;
        while (next() >= '0' && next() <= '9' && at_ - begin < 5)
            number = 10 * number + (text_[at_++] - '0');
        return at_ > begin && text_[begin] != '0';
    }

    static bool is_sound(const Position& position) {
        int counts[2][6] = {};
        for (int at = 0; at < SQUARES; ++at) {
            const int cell = position.cells[at], side = cell >> 9, hill = GEOMETRY.hill[at];
            for (int rest = cell & TILES_MASK; rest; rest >>= 3) {
                const int tile = rest & 7;
                if (hill != (tile == KING ? side + 1 : 0)) return false;
                if (tile >= KING && height(cell) > 1) return false;
                ++counts[side][tile];
            }
        }
        for (int side = 0; side < 2; ++side) {
            for (int tile = SPEARS; tile <= WOLF; ++tile) {
                const int held = tile == KING ? 0 : hand_count(position.hands[side], tile);
                if (counts[side][tile] + held > SET_SIZE[tile]) return false;
            }
        }
        return counts[1 - position.side][KING] == 1;
    }
};

}  // namespace mentis
